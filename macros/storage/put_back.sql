{% macro put_back(name) -%}
    {#- A setting that `set_for_now` has set is again what it was in this session. -#}
    {%- set own = run_query('set resequencer.own.' ~ name).rows[0][1] -%}
    {%- if own not in (none, '<undefined>') -%}
        {%- do run_query('reset ' ~ name if own == 'unset' else 'set ' ~ name ~ ' = ' ~ own) -%}
        {%- do run_query('reset resequencer.own.' ~ name) -%}
    {%- endif -%}
{%- endmacro %}
