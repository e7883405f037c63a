{% macro table_partition(landing) -%}
    {#-
        The partition of a table's row as a text (resequencer__arrivals_cursor_by), as SQL: its value, or `a=1/b=2`. A null is `/null`, which no
        value can be: in values `/` and `%` are written as `%2F` and `%25`.
    -#}
    {%- set parts = [] -%}
    {%- for column in landing.by -%}
        {%- set value = "coalesce(replace(replace(cast(" ~ quoted_name(column) ~ " as string), '%', '%25'), '/', '%2F'), '/null')" -%}
        {%- do parts.append(value if landing.by | length == 1 else "'" ~ column ~ "=', " ~ value) -%}
    {%- endfor -%}
    {%- do return(parts[0] if landing.by | length == 1 else 'concat(' ~ parts | join(", '/', ") ~ ')') -%}
{%- endmacro %}
