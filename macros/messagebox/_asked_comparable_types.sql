{% macro _asked_comparable_types() -%}
    {#- The types of comparable_types, asked of the versions of subscriptions. -#}
    {%- set types = ['text', 'number', 'boolean'] -%}
    {%- set versions = model_relation('resequencer__subscription_versions') -%}
    {%- set is_needed = versions is none or run_query('select 1 from ' ~ versions ~ " where definition like '%\"time\"%' limit 1").rows | length > 0 -%}
    {%- do return(types + (['time'] if is_needed else [])) -%}
{%- endmacro %}
