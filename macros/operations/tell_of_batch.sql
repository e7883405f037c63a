{% macro tell_of_batch() -%}
    {#- At the end of a run (on-run-end): what its batch has come to (count_batch). -#}
    {%- set come_to = graph.get('_resequencer_came_to', {}) if execute else {} -%}
    {%- if come_to.get('invocation') == invocation_id -%}
        {%- for line in come_to.lines -%}
            {%- do log('resequencer: batch ' ~ come_to.batch ~ ': ' ~ line, info=true) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}
