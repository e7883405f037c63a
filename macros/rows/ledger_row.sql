{% macro ledger_row(values, batch_group=none) -%}
    {#- The select list of a ledger row: `values` {column: expression}, null elsewhere. A batch begins as a group of its own, unless told otherwise. -#}
    {%- set columns = row_fields().ledger -%}
    {%- for column in columns %}
        {%- set value = values.get(column) if column != 'batch_group' else batch_group or values.get('batch_id') %}
        {{ value if value is not none else 'cast(null as ' ~ columns[column] ~ ')' }} as {{ column }}{{ ',' if not loop.last }}
    {%- endfor %}
{%- endmacro %}
