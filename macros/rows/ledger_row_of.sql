{% macro ledger_row_of(row_kind, back='null', gap='null') -%}
    {#-
        One row that an entry writes to the ledger: row_kind (message, stand_in, gap …); back: for a stand-in, how many positions it
        lies below the entry; gap: for a gap, the skipped range.
    -#}
    named_struct('row_kind', {{ row_kind }}, 'back', cast({{ back }} as bigint), 'gap', cast({{ gap }} as {{ row_type('skipped_range') }}))
{%- endmacro %}
