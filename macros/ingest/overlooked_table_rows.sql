{% macro overlooked_table_rows(landing, arrivals, bounds) -%}
    {#-
        The rows at or below the highest cursor of their partition that `arrivals` do not have, as a query: file_path, cursor, raw_record, kind
        (record, or missed: too far below), new_count. Where rows that had been read are not there any more, they have been changed: then it is
        only known how many are new at that cursor (raw_record is null), and they are missed. To a --full-refresh
        nothing is too far below (again_from is null).
    -#}
    (
        select
            file_path,
            cursor,
            case when changed_count = 0 then raw_record end as raw_record,
            case when changed_count > 0 or cursor < again_from then 'missed' else 'record' end as kind,
            sum(present_count - known_count) as new_count
        from (
            select
                *,
                sum(greatest(known_count - present_count, 0)) over (partition by file_path, cursor) as changed_count
            from (
                select
                    both.file_path,
                    both.cursor,
                    both.raw_record,
                    bounds.again_from,
                    count_if(both.is_present) as present_count,
                    count_if(not both.is_present) as known_count
                from (
                    select
                        there.file_path,
                        there.cursor,
                        {{ row_text('there.record') }} as raw_record,
                        true as is_present
                    from {{ table_rows(landing, bounds) }} as there
                    inner join {{ table_bounds_relation(bounds) }} as bounds
                        on
                            there.file_path = bounds.file_path
                            and there.cursor >= coalesce(bounds.lowest, there.cursor)
                            and there.cursor <= bounds.known
                    union all
                    select
                        *,
                        false as is_present
                    from {{ known_table_rows(arrivals, bounds) }}
                ) as both
                inner join {{ table_bounds_relation(bounds) }} as bounds on both.file_path = bounds.file_path and both.cursor <= bounds.known
                group by both.file_path, both.cursor, both.raw_record, bounds.again_from
            ) as counted
        ) as compared
        where present_count <> known_count
        group by 1, 2, 3, 4
        having sum(present_count - known_count) > 0
    )
{%- endmacro %}
