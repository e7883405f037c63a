{% macro suspended_rows(clock) -%}
    {#-
        on_gap: stand_in. stand_in_count: how many placeholders leave just before a message.
        For a gap of more than max_stand_ins nothing stands in: the sequence is suspended from its first number on
        (suspended_from), and from then waits for what is missing however long it takes, until somebody
        decides. Nothing of that is late: the first message of each number is in line.
        gap_width: from the first number of a gap to the one above it; of 20 digits, since it may be beyond 64 bits.
    -#}
    {%- set stands = "(is_in_line or kind = 'due')" if _leaves_later() else 'is_in_line' -%}
    select
        * except (is_in_line, is_late, suspends_at, island, first_in_line, cover, is_repeated{{ ', is_met, comes_for_filled' if _fills() }}, gap_start, gap_width),
        is_in_line or coalesce(is_eligible and is_first and number >= suspends_at, false) as is_in_line,
        is_late and not coalesce(number >= suspends_at, false) as is_late,
        coalesce(suspended_at, suspends_at) as suspended_from,
        case when gap_width between 1 and max_stand_ins * step and not coalesce(number >= suspends_at, false) then cast(gap_width as bigint) div step else 0 end as stand_in_count
    from (
        select
            *,
            min(case when gap_width > max_stand_ins * step and reached_us + bake_us <= {{ clock }} then gap_start end) over ({{ up() }} {{ whole() }}) as suspends_at
        from (
            select
                *,
                case when {{ stands }} and max_stand_ins is not null then cast(number as decimal(20, 0)) - gap_start end as gap_width
            from (
                select
                    *,
                    coalesce(
                        last(case when {{ stands }} then number end) ignore nulls over ({{ up() }} {{ before_this() }}) + step,
                        left_threshold + step,
                        start_number
                    ) as gap_start
                from islands
            ) as standing
        ) as neighbours
    ) as gaps
{%- endmacro %}
