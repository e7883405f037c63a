{% macro remembered_pieces(clock) -%}
    {#-
        The skipped ranges a line remembers: the newest resequencer__max_skipped_ranges. The one below them
        becomes `forgotten` and stands for itself and everything lower.
        Keys of which only the order is known: besides, the ids released at the threshold.
    -#}
    {%- set limit = settings().max_skipped_ranges -%}
    select
        * except (whole_piece, pieces_above),
        case
            when pieces_above < {{ limit }} then whole_piece
            when pieces_above = {{ limit }} and whole_piece is not null then named_struct(
                'range_start', -9223372036854775808, 'range_end', whole_piece.range_end, 'state', 'forgotten',
                'detected_us', cast(null as bigint), 'blocking_us', cast(null as bigint)
            )
        end as piece,
        {{ closed_at_us(clock) }} as line_closed_us
    from (
        select
            *,
            count(whole_piece) over ({{ up() }} {{ whole() }}) - count(whole_piece) over ({{ up() }} {{ so_far() }}) as pieces_above,
            {% if _has_loose_keys() -%}
            array_distinct(concat(
                case when line_threshold <=> threshold then coalesce(threshold_ids, array()) else array() end,
                collect_list(case when not is_sequence and {{ has_turn() }} and number = line_threshold then message.message_id end) over ({{ up() }} {{ whole() }})
            )) as line_threshold_ids
            {%- else -%}
            cast(null as array<string>) as line_threshold_ids
            {%- endif %}
        from (
            select
                *,
                {{ skipped_piece() }} as whole_piece
            from counted
        ) as pieced
    ) as numbered
{%- endmacro %}
