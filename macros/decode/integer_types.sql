{% macro integer_types() -%}
    {%- do return(['tinyint', 'smallint', 'int', 'bigint']) -%}
{%- endmacro %}
