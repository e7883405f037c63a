{% macro ledger_row_of(row_kind, back='null', gap='null') -%}
    {#- Which row of the ledger an entry writes: its kind, how far back from the entry's number what it stands in for is, the range it tells of. -#}
    named_struct('row_kind', {{ row_kind }}, 'back', cast({{ back }} as bigint), 'gap', cast({{ gap }} as {{ row_type('skipped_range') }}))
{%- endmacro %}
