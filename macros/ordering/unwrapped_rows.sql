{% macro unwrapped_rows(source) -%}
    {#-
        Counters that wrap (wrap_at: the number after the largest, 65536 for 16 bits): number goes on counting. From one
        arrival to the next a counter has moved by less than half its range, forwards or backwards, so the moves
        add up to where it is (RFC 1982, serial number arithmetic). newest_number: where it is at the end of the run.
    -#}
    select
        * except (number, base, moved),
        case when moved is not null then base + sum(moved) over ({{ by_time() }} {{ so_far() }}) else number end as number,
        case when wrap_at is not null then base + coalesce(sum(moved) over ({{ by_time() }} {{ whole() }}), 0) end as newest_number
    from (
        select
            * except (prior),
            case when counts then pmod(number - coalesce(prior, base) + wrap_at div 2, wrap_at) - wrap_at div 2 end as moved
        from (
            select
                *,
                coalesce(
                    max(head.newest_number) over ({{ by_time() }} {{ whole() }}),
                    start_number,
                    first_value(case when counts then number end) ignore nulls over ({{ by_time() }} {{ whole() }})
                ) as base,
                last(case when counts then number end) ignore nulls over ({{ by_time() }} {{ before_this() }}) as prior
            from (
                select
                    *,
                    wrap_at is not null and kind = 'message' and is_ordered and is_new as counts
                from {{ source }}
            ) as counting
        ) as turning
    ) as moving
{%- endmacro %}
