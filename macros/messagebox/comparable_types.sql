{% macro comparable_types() -%}
    {#- What values of predicates are compared as. Times are left out where no predicate has one: they are a long expression. -#}
    {%- set types = ['text', 'number', 'boolean'] -%}
    {%- set versions = model_relation('resequencer__subscription_versions') -%}
    {%- set is_needed = versions is none or run_query('select 1 from ' ~ versions ~ " where definition like '%\"time\"%' limit 1").rows | length > 0 -%}
    {%- do return(types + (['time'] if is_needed else [])) -%}
{%- endmacro %}
