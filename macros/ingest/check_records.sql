{% macro check_records(landing) -%}
    {#- Stops the run where resequencer__landing.records is no array of texts over `value`. -#}
    {%- set problem = query_error('select array_append(' ~ landing.records ~ ", 'text') from (select cast(null as string) as value)") if landing.records is not none else none -%}
    {%- if problem is not none -%}
        {%- do setting_error(landing.setting ~ '.records', 'is ' ~ var('resequencer__landing').records ~ ': ' ~ problem, "SQL of an array of texts over value, such as {{ hl7_messages('value') }}") -%}
    {%- endif -%}
{%- endmacro %}
