{% macro resend_row(values) -%}
    {#- The select list of a stored request: `values` {column: expression}, null elsewhere. -#}
    {%- set columns = resend_columns() -%}
    {%- for column in columns %}
        {{ values.get(column, 'cast(null as ' ~ columns[column] ~ ')') }} as {{ column }}{{ ',' if not loop.last }}
    {%- endfor %}
{%- endmacro %}
