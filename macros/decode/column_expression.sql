{% macro column_expression(column, fields) -%}
    {#- The expression of a canonical column: as mapped, else the field of the same name, else null. -#}
    {%- set expressions = settings().columns -%}
    {%- if column in expressions -%}
        {%- do return('(' ~ expressions[column] ~ ')') -%}
    {%- endif -%}
    {%- do return('`' ~ column ~ '`' if column in fields else 'cast(null as string)') -%}
{%- endmacro %}
