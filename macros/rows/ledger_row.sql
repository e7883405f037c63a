{% macro ledger_row(values, batch_group=none) -%}
    {#- The select list of a ledger row: `values` {column: expression}, null elsewhere. A batch begins as a group of its own, unless told otherwise. -#}
    {%- set given = dict(values, batch_group=batch_group or values.get('batch_id')) -%}
    {%- set columns = [] -%}
    {%- for column, type in row_fields().ledger.items() -%}
        {%- do columns.append((given.get(column) or 'cast(null as ' ~ type ~ ')') ~ ' as ' ~ column) -%}
    {%- endfor -%}
    {{- columns | join(',\n        ') -}}
{%- endmacro %}
