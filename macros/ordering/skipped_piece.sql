{% macro skipped_piece() -%}
    {#-
        The part of the numbers that did not come which a row of the line stands beside, each part once:
          a skipped range    what is left of it before the first number of it that came now
          such a number      what is left of the range behind it
          a number that will not come, the last of them one after the other: these, and what is missing just below them
          a new number       the numbers missing just below it, once the threshold is past them or its sequence has ended
        Null where there is none.
    -#}
    case
        when kind = 'gap' then
            case
                when next_hit is null or next_hit > gap.range_start or gap.state = 'forgotten'
                    then named_struct(
                        'range_start', gap.range_start,
                        'range_end', case when gap.state <> 'forgotten' and next_hit <= gap.range_end then next_hit - step else gap.range_end end,
                        'state', gap.state, 'detected_us', gap.detected_us, 'blocking_us', gap.blocking_us
                    )
            end
        when is_hit and number < cover.range_end and (next_hit is null or next_hit > number + step)
            then named_struct(
                'range_start', number + step,
                'range_end', case when next_hit <= cover.range_end then next_hit - step else cover.range_end end,
                'state', cover.state, 'detected_us', cover.detected_us, 'blocking_us', cover.blocking_us
            )
        {%- if _fills() %}
        when is_fill and not is_met then
            case
                when is_new_number and number <= line_threshold and not is_filled_above
                    then named_struct(
                        'range_start', coalesce(received_below + step, threshold + step, start_number, number),
                        'range_end', number,
                        'state', case filled_by when 'skip' then 'skipped' else 'filled' end,
                        'detected_us', arrival_us,
                        'blocking_us', greatest(arrival_us, coalesce(released_below_us, head_released_us))
                    )
            end
        {%- endif %}
        when is_sequence and is_new_number and (number <= line_threshold{{ ' or is_given_up' if _any_group('delivers') }})
            and number > coalesce({{ 'known_below' if _fills() else 'received_below' }} + step, threshold + step, start_number, -9223372036854775808)
            then named_struct(
                'range_start', coalesce({{ 'known_below' if _fills() else 'received_below' }} + step, threshold + step, start_number, -9223372036854775808),
                'range_end', number - step,
                'state', case when start_number is null and threshold is null and number <= first_in_line then 'unasked'{{ " when max_stand_ins is not null then 'stood_in'" if _any_group('max_stand_ins') }} else 'skipped' end,
                'detected_us', reached_us,
                'blocking_us', greatest(reached_us, coalesce(released_below_us, head_released_us))
            )
    end
{%- endmacro %}
