{% macro known_table_rows(arrivals, bounds) -%}
    {#-
        The rows that `arrivals` have of a table's partitions, at the cursors at which they are compared (table_bounds), as a query: file_path,
        cursor, raw_record. What has been missed counts, but not to a --full-refresh, which takes it in, nor behind one.
    -#}
    (
        select
            held.file_path,
            held.cursor,
            held.raw_record
        from {{ arrivals }} as held
        inner join {{ table_bounds_relation(bounds) }} as bounds on held.file_path = bounds.file_path and held.cursor >= coalesce(bounds.lowest, held.cursor)
        {% if flags.FULL_REFRESH -%}
        where held.kind = 'record'
        {%- else -%}
        where
            held.{{ among_intakes(bounds) }}
            and (held.kind = 'record' or {{ is_missed_still(arrivals, 'held') }})
        {%- endif %}
    )
{%- endmacro %}
