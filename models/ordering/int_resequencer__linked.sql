{{ config(materialized='ephemeral') }}

{#-
    When messages that say themselves what they follow are ready (span_to, previous): one event after the other, by a fold. For each event
      enter   a message is held, or late, or a repeat; what the last number turns away is held no longer; the clock is reached
      reach   up to where things follow: from what has had its turn, or has just baked, each that needs no more than that reaches further
      take    it is the turn of what is held up to there
    turn: the highest number that has had its turn; null: none yet, with start: auto. held: lowest first, equal ones in the order they came.
-#}
{%- set fields = row_fields().linked %}
{%- set was_skipped = "exists(state.ranges, one -> one.range_start <= event.message.position and one.range_end >= event.message.first)" -%}
{%- set is_held = 'exists(state.held, waiting -> waiting.first = event.message.first)' -%}
{%- set differs = 'waiting.body_hash <> event.message.body_hash' -%}
{%- set is_conflicting = 'exists(state.held, waiting -> waiting.first = event.message.first and ' ~ differs ~ ')' %}
-- depends_on: {{ ref('int_resequencer__linking') }}
{% if has_mode('linked_by') %}
with linking as (

    select * from {{ ref('int_resequencer__linking') }}

),

final as (

    -- One row per sequence and epoch: what is to be said of single messages, and what has been given up by the clock.
    select
        sequence_key,
        group_key,
        epoch,
        aggregate(
            happening,
            before,
            (before_event, event) -> aggregate(
                array('enter', 'reach', 'take'),
                before_event,
                (state, phase) -> case
                    when phase = 'enter' and event.what = 'clock' then {{ state_with(fields, by_clock='state.ranges') }}
                    when phase = 'enter' and event.what = 'last' then {{ state_with(fields,
                        held='filter(state.held, waiting -> waiting.position <= last_position)'
                    ) }}
                    when phase = 'enter' and event.what = 'message' and event.message.position <= state.turn then {{ state_with(fields,
                        ranges=less_the_covered('state.ranges', 'event.message.first', 'event.message.position'),
                        told=told_of('state.told', 'event.message',
                            reason='case when ' ~ was_skipped ~ " then 'late' else 'duplicate' end",
                            settles=count_of_covered('state.ranges', 'event.message.first', 'event.message.position'))
                    ) }}
                    when phase = 'enter' and event.what = 'message' and linked_by = 'previous' and {{ is_held }} then {{ state_with(fields,
                        told=told_of('state.told', 'event.message', reason='case when ' ~ is_conflicting ~ " then 'conflicting_duplicate' else 'duplicate' end")
                    ) }}
                    when phase = 'enter' and event.what = 'message' then {{ state_with(fields,
                        held='array_sort(array_append(state.held, event.message))'
                    ) }}
                    when phase = 'reach' then {{ state_with(fields, follows_to="aggregate(
                        array_sort(transform(state.held, waiting -> struct(waiting.needs, waiting.position))),
                        case
                            when event.what = 'bake' and exists(state.held, waiting -> waiting.came_at = event.message.came_at)
                                then greatest(state.turn, array_max(transform(
                                    filter(state.held, waiting -> waiting.first <= event.message.first), waiting -> waiting.position
                                )))
                            else state.turn
                        end,
                        (reached, one) -> case when one.needs is null or one.needs <= reached then greatest(reached, one.position) else reached end
                    )") }}
                    when phase = 'take' then {{ taken_in_turn(fields) }}
                    else state
                end
            ),
            after -> struct(after.told, after.by_clock)
        ) as found
    from linking

)
{% else %}
{{ no_sequences() }}
{% endif %}

select * from final
