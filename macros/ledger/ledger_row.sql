{% macro ledger_row(values) -%}
    {#- The select list of a ledger row: `values` {column: expression}, null elsewhere. A batch begins as a group of its own. -#}
    {%- set columns = ledger_columns() -%}
    {%- for column in columns %}
        {%- set value = values.get(column, values.get('batch_id') if column == 'batch_group' else none) %}
        {{ value if value is not none else 'cast(null as ' ~ columns[column] ~ ')' }} as {{ column }}{{ ',' if not loop.last }}
    {%- endfor %}
{%- endmacro %}
