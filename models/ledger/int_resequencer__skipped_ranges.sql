{{ config(materialized='ephemeral') }}

{#- Ranges of numbers that were passed over and have not come: those of before, less what came of them now, and new ones. -#}
{#- Of what has been filled, those that lie side by side, with one state, are one. -#}
{%- set filled_ranges -%}
    aggregate(
            array_sort(filter(filled, one -> one.range_end <= threshold)),
            cast(array() as array<{{ row_type('skipped_range') }}>),
            (joined, one) -> case
                when try_element_at(joined, -1).range_end + 1 = one.range_start and try_element_at(joined, -1).state = one.state
                    then array_append(slice(joined, 1, size(joined) - 1), named_struct(
                        'range_start', try_element_at(joined, -1).range_start, 'range_end', one.range_end, 'state', one.state,
                        'detected_us', try_element_at(joined, -1).detected_us, 'blocking_us', try_element_at(joined, -1).blocking_us
                    ))
                else array_append(joined, one)
            end
        )
{%- endset %}

with states as (

    select
        *,
        array_sort(came_after_all) as came
    from {{ ref('int_resequencer__sequence_states') }}

),

split as (

    -- One row per sequence and epoch, with what is left of each range of before, and with the numbers that were passed over now.
    select
        * except (came, skipped, gaps_below, filled),
        flatten(transform(concat(skipped, {{ filled_ranges }}), one -> case
            when one.state = 'forgotten' then array(one)
            else transform(
                filter(
                    arrays_zip(
                        concat(
                            array(one.range_start),
                            transform(
                                filter(came, number -> number between one.range_start and one.range_end), number -> try_add(number, 1)
                            )
                        ),
                        concat(
                            transform(
                                filter(came, number -> number between one.range_start and one.range_end), number -> try_subtract(number, 1)
                            ),
                            array(one.range_end)
                        )
                    ),
                    piece -> piece.`0` <= piece.`1`
                ),
                piece -> named_struct(
                    'range_start', piece.`0`, 'range_end', piece.`1`,
                    'state', one.state, 'detected_us', one.detected_us, 'blocking_us', one.blocking_us
                )
            )
        end)) as before_ranges,
        transform(
            filter(gaps_below, gap -> gap.range_end < threshold or gap.range_end < given_up_to or gap.is_given_up),
            gap -> named_struct(
                'range_start', gap.range_start, 'range_end', gap.range_end,
                'state', coalesce(gap.state, case when max_stand_ins is not null then 'stood_in' else 'skipped' end),
                'detected_us', gap.detected_us,
                'blocking_us', greatest(
                    gap.detected_us, case when not holds_whole then coalesce(gap.blocking_us, before.threshold_released_us) end
                )
            )
        ) as new_ranges
    from states

),

newest_first as (

    select
        * except (before_ranges, new_ranges),
        reverse(array_sort(concat(before_ranges, new_ranges))) as ranges
    from split

),

final as (

    -- The newest are remembered, in numbers. One more becomes `forgotten`, and stands for itself and all below it.
    select
        * except (ranges),
        transform(slice(ranges, 1, {{ settings().max_skipped_ranges }} + 1), (one, place) -> case
            when place = {{ settings().max_skipped_ranges }} or one.state = 'forgotten'
                then named_struct(
                    'range_start', -9223372036854775808, 'range_end', {{ number_at('one.range_end') }},
                    'state', 'forgotten', 'detected_us', cast(null as bigint), 'blocking_us', cast(null as bigint)
                )
            else named_struct(
                'range_start', {{ number_at('one.range_start') }}, 'range_end', {{ number_at('one.range_end') }},
                'state', one.state, 'detected_us', one.detected_us, 'blocking_us', one.blocking_us
            )
        end) as ranges
    from newest_first

)

select * from final
