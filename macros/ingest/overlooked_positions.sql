{% macro overlooked_positions(batch) -%}
    {#-
        The positions at which an existing table has more rows than have been taken in, as a query: intake, new_count. It reads no more than
        the cursor, and finds every position at which overlooked_rows finds any.
    -#}
    {%- set checked = settings() -%}
    (
        select
            intake,
            sum(counted) as new_count
        from (
            select
                {{ cursor_as_bigint(checked.arrivals_cursor, record_fields()) }} as intake,
                1 as counted
            from {{ checked.arrivals_relation }}
            where {{ looked_at(batch, checked.arrivals_cursor) }}
            union all
            select
                intake,
                -1 as counted
            from {{ ledger_relation(for_rebuild=true) }}
            where {{ known_rows(batch) }}
        ) as both
        group by intake
        having sum(counted) > 0
    )
{%- endmacro %}
