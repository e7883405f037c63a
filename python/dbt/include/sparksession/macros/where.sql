{#- The rows that a data test with `where` looks at: dbt's own, with its alias written out. -#}
{%- macro sparksession__get_where_subquery(relation) -%}
  {%- set where = config.get('where') -%}
  {%- do return('(select * from ' ~ relation ~ ' where ' ~ where ~ ') as dbt_subquery' if where else relation) -%}
{%- endmacro -%}
