{% macro whole_rows() -%}
    {#-
        hold: whole_sequence. What has its turn (turn_at) stays until the last number is known and its turn, or that of a
        higher one, has come (whole_at); then all leave at that moment. release_us, left_at: when a message is released.
    -#}
    select
        * except (last_turn_at, whole_at),
        case when holds_whole then whole_at.arrival_us else due_us end as release_us,
        case when holds_whole then whole_at else turn_at end as left_at
    from (
        select
            *,
            case
                when last_number is null then null
                when threshold >= last_number then last_at
                when last_turn_at is not null then greatest(last_turn_at, last_at)
            end as whole_at
        from (
            select
                *,
                min(case when is_in_line and number >= last_number then turn_at end) over ({{ up() }} {{ whole() }}) as last_turn_at
            from (
                select
                    *,
                    {{ moment_of_release() }} as turn_at
                from due
            ) as turning
        ) as ending
    ) as held
{%- endmacro %}
