{% macro overlooked_rows(batch, records) -%}
    {#-
        The rows of an existing table that look_back has found, as a query: intake, place, known_count (of the rows that are equal to them, how
        many have been taken in), new_count, is_missed. `records` has intake_cursor, intake and place. Where rows that had been taken in are
        not there any more, they have been changed, or are decoded in another way: then it is only known how many are new at that
        position (place is null), and they are missed. A rebuild takes in all that is there, so it misses nothing.
    -#}
    (
        select
            intake,
            case when changed_count = 0 then place end as place,
            case when changed_count = 0 then known_count end as known_count,
            sum(present_count - known_count) as new_count,
            {{ 'false' if batch.is_rebuild else 'changed_count > 0 or intake < ' ~ batch.again_from }} as is_missed
        from (
            select
                *,
                sum(greatest(known_count - present_count, 0)) over (partition by intake) as changed_count
            from (
                select
                    intake,
                    place,
                    count_if(is_present) as present_count,
                    count_if(not is_present) as known_count
                from (
                    select
                        intake,
                        place,
                        true as is_present
                    from {{ records }}
                    where {{ looked_at(batch) }}
                    union all
                    select
                        intake,
                        place,
                        false as is_present
                    from {{ ledger_relation(for_rebuild=true) }}
                    where {{ known_rows(batch) }}
                ) as both
                group by intake, place
            ) as counted
        ) as compared
        where {{ 'changed_count = 0' if batch.is_rebuild else 'present_count <> known_count' }}
        group by 1, 2, 3, 5
        having sum(present_count - known_count) > 0
    )
{%- endmacro %}
