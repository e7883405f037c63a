{% macro suspended_rows(clock) -%}
    {#-
        on_gap: stand_in. stand_in_count: how many placeholders leave just before a message.
        For a gap of more than max_stand_ins nothing stands in: the sequence is suspended from its first number on
        (suspended_from), and from then waits for what is missing however long it takes, until somebody
        decides. Nothing of that is late: the first message of each number is in line.
    -#}
    select
        * except (is_in_line, is_late, suspends_at, island, first_in_line, cover, is_repeated, gap_count),
        is_in_line or coalesce(is_eligible and is_first and number >= suspends_at, false) as is_in_line,
        is_late and not coalesce(number >= suspends_at, false) as is_late,
        coalesce(suspended_at, suspends_at) as suspended_from,
        case when gap_count > 0 and number < coalesce(suspends_at, number + 1) then gap_count else 0 end as stand_in_count
    from (
        select
            *,
            min(
                case when gap_count > max_stand_ins and reached_us + bake_us <= {{ clock }} then number - gap_count * step end
            ) over ({{ up() }} {{ whole() }}) as suspends_at
        from (
            select
                *,
                case
                    when max_stand_ins is not null and bake_us is not null and is_in_line
                        then try_subtract(
                            number,
                            coalesce(
                                last(case when is_in_line then number end) ignore nulls over ({{ up() }} {{ before_this() }}), threshold, start_number - step
                            )
                        ) div step - 1
                end as gap_count
            from islands
        ) as neighbours
    ) as gaps
{%- endmacro %}
