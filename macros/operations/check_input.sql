{% macro check_input(input) -%}
    {#- Whether what `_input_setting` gives can be read, and has the columns it must have: Spark looks, before anything is written. -#}
    {%- if input.relation is none -%}
        {%- set problem = query_error('select path from ' ~ landing_relation('binaryFile', input)) -%}
        {%- if problem is not none -%}
            {%- do setting_error(input.setting, 'cannot be read: ' ~ problem, 'a folder, file or glob that exists, with options that Spark knows') -%}
        {%- endif -%}
    {%- else -%}
        {%- set wanted = ['message_id', 'outcome', 'at'] if input.setting == 'resequencer__deliveries' else ['action_id', 'action', 'ruleset', 'sequence_id', 'at'] -%}
        {%- set problem = query_error('select `' ~ wanted | join('`, `') ~ '` from ' ~ input.relation) -%}
        {%- if problem is not none -%}
            {%- do setting_error(input.setting ~ '.relation', 'cannot be read: ' ~ problem, 'a table or view that exists, with the columns ' ~ wanted | join(', ')) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
