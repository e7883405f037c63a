{% macro is_missed_still(arrivals, rows_) -%}
    {#- Whether a row of arrivals is a table's row that was missed, and that no later --full-refresh has looked at, as a condition. -#}
    {{ rows_ }}.kind = 'missed'
    and {{ rows_ }}.ingest_batch >= (select coalesce(max(later.ingest_batch), 0) from {{ arrivals }} as later where later.kind = 'rebuilt')
{%- endmacro %}
