{% macro remembered_pieces(clock) -%}
    {#-
        The skipped ranges a line remembers: the newest resequencer__max_skipped_ranges. The one below them
        becomes `forgotten` and stands for itself and everything lower.
        line_head: on the line's last row its new head, which remembers, of keys of which only the order is known, the ids
        released at the threshold.
    -#}
    {%- set limit = settings().max_skipped_ranges -%}
    {%- set threshold_ids = 'array_distinct(concat(case when line_threshold <=> threshold then coalesce(threshold_ids, array()) else array() end, new_threshold_ids))' if _has_loose_keys() else 'cast(null as array<string>)' -%}
    select
        * except (whole_piece, pieces_above{{ ', new_threshold_ids' if _has_loose_keys() }}),
        case
            when pieces_above < {{ limit }} then whole_piece
            when pieces_above = {{ limit }} and whole_piece is not null then named_struct(
                'range_start', -9223372036854775808, 'range_end', whole_piece.range_end, 'state', 'forgotten',
                'detected_us', cast(null as bigint), 'blocking_us', cast(null as bigint)
            )
        end as piece,
        {{ closed_at_us(clock) }} as line_closed_us,
        case when ends_line then {{ new_head(closed_at_us(clock), threshold_ids) | indent(8) }} end as line_head
    from (
        select
            *,
            count(whole_piece) over ({{ up() }} {{ whole() }}) - count(whole_piece) over ({{ up() }} {{ so_far() }}){{ ' + coalesce(told_gaps_above, 0)' if _is_cut() }} as pieces_above
            {%- if _has_loose_keys() %},
            collect_list(case when not is_sequence and {{ has_turn() }} and number = line_threshold then message.message_id end) over ({{ up() }} {{ whole() }}) as new_threshold_ids
            {%- endif %}
        from (
            select
                *,
                {{ skipped_piece() }} as whole_piece
            from {{ edged_rows('counted', ['told_gaps_above']) }}
        ) as pieced
    ) as numbered
{%- endmacro %}
