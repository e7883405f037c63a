{% macro ledger_row(values) -%}
    {#- The select list of a ledger row: `values` {column: expression}, null elsewhere. -#}
    {%- set columns = ledger_columns() -%}
    {%- for column in columns %}
        {{ values[column] if column in values else 'cast(null as ' ~ columns[column] ~ ')' }} as {{ column }}{{ ',' if not loop.last }}
    {%- endfor %}
{%- endmacro %}
