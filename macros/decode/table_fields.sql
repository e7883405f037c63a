{% macro table_fields(relation) -%}
    {#- The columns of a table, {name: type}, each type as a schema has it; asked once an invocation. -#}
    {%- do return(remembered('table_fields', _table_fields, [relation])) -%}
{%- endmacro %}
