{% macro whole_rows() -%}
    {#-
        hold: whole_sequence. Nothing leaves before the last number's turn has come, and then all of it does.
        first_lacking: the first number that is not there yet.
    -#}
    select
        * except (due_us, island_arrived, whole_at),
        case
            when not holds_whole or not is_in_line then due_us
            -- greatest() passes over nulls: before the last number's turn is known, its announcement is no time to leave.
            when whole_at.due_us is not null then greatest(whole_at.due_us, last_at.arrival_us)
        end as due_us,
        case when holds_whole and is_in_line then whole_at.island_arrived else island_arrived end as island_arrived
    from (
        select
            *,
            max(case when is_in_line and number = last_number then struct(due_us, island_arrived) end) over ({{ up() }} {{ whole() }}) as whole_at,
            coalesce(max(case when is_in_line and island <=> expected then number end) over ({{ up() }} {{ whole() }}) + step, expected) as first_lacking
        from due
    ) as held
{%- endmacro %}
