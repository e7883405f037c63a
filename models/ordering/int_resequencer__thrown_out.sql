{{ config(materialized='ephemeral') }}

{#-
    What operators throw away (drop), and where gaps too large suspend a sequence (stand_in). What waits depends on all before it: a fold.
      bake    what had baked is ready, but not across a gap that is too large: that suspends the sequence
      follow  and what follows that; where that passes the gap, the suspension ends
      move    what is ready waits no more
      accept  it waits, in the order of its number, or repeats what waits, or takes its place; a claim is a threshold; a drop takes what waits,
              and ends the suspension; a last number ends one by what is above it
    It gives what is taken away, with what repeated that before, and what lies above the last number; and when suspensions began and ended. What
    waits is looked through where something of it moves, or comes between: not at each event.
-#}
{%- set fields = ['threshold', 'last_position', 'suspension', 'since_us', 'held', 'bakes_from_us', 'reached', 'removed', 'resumed'] %}
{%- set next = 'coalesce(try_add({}.threshold, 1), start_position)' %}
{%- set is_hit %}waiting.position between event.from_position and event.to_position and not waiting.is_fill{% endset %}
{%- set and_now = 'array_append(state.resumed, struct(event.came_at, state.suspension.from_position, state.since_us))' %}
{%- set last_known = 'coalesce(state.last_position, event.announced_last)' %}
{%- set is_beyond_end = 'coalesce(state.suspension.below_position > ' ~ last_known ~ ', false)' %}
-- depends_on: {{ ref('int_resequencer__dropping') }}
{% if _is_interrupted() %}
with dropping as (

    select * from {{ ref('int_resequencer__dropping') }}

),

final as (

    select
        sequence_key,
        group_key,
        epoch,
        aggregate(
            events,
            before,
            (before_event, event) -> aggregate(
                array('bake', 'move', 'follow', 'move', 'accept', 'follow', 'move', 'bake', 'move', 'follow', 'move'),
                before_event,
                (state, phase) -> case
                    when phase = 'bake' and state.suspension is null and state.bakes_from_us <= event.came_at.us then {{ state_with(fields, reached=with_value(
                        'up_to', 'array_max(transform(filter(state.held, waiting -> waiting.bakes_us <= event.came_at.us), waiting -> waiting.position))',
                        "aggregate(
                            state.held,
                            struct(state.threshold as threshold, state.suspension as suspension),
                            (turn, waiting) -> case
                                when turn.suspension is not null or coalesce(waiting.position > up_to, true) then turn
                                when cast(waiting.position as decimal(20, 0)) - " ~ next.format('turn') ~ " > max_stand_ins
                                    then struct(turn.threshold as threshold, struct(" ~ next.format('turn') ~ " as from_position, waiting.position as below_position) as suspension)
                                else struct(waiting.position as threshold, turn.suspension as suspension)
                            end
                        )"
                    )) }}
                    when phase = 'follow' and is_contiguous and get(state.held, 0).position = {{ next.format('state') }} then {{ state_with(fields, reached=with_value(
                        'followed', 'aggregate(
                            state.held, state.threshold, (turn, waiting) -> case when waiting.position = coalesce(try_add(turn, 1), start_position) then waiting.position else turn end
                        )',
                        'struct(followed as threshold, case when state.suspension.below_position > followed then state.suspension end as suspension)'
                    )) }}
                    when phase = 'move' and state.reached is not null then {{ state_with(fields,
                        threshold='state.reached.threshold', suspension='state.reached.suspension', reached='cast(null as ' ~ row_type('reached') ~ ')',
                        held='filter(state.held, waiting -> coalesce(waiting.position > state.reached.threshold, true))',
                        bakes_from_us='array_min(transform(state.held, waiting -> case when coalesce(waiting.position > state.reached.threshold, true) then waiting.bakes_us end))',
                        since_us='case
                            when state.suspension is not null then state.since_us
                            when state.reached.suspension is not null then array_min(transform(filter(state.held, waiting -> waiting.position >= state.reached.suspension.below_position), waiting -> waiting.bakes_us))
                        end',
                        resumed='case when state.suspension is not null and state.reached.suspension is null then ' ~ and_now ~ ' else state.resumed end'
                    ) }}
                    when phase <> 'accept' then state
                    when event.action = 'drop' then case
                        when coalesce(event.came_at.us >= ends_us, false) or not exists(state.held, waiting -> {{ is_hit }}) then state
                        else {{ state_with(fields,
                            held='filter(state.held, waiting -> not (' ~ is_hit ~ '))',
                            removed="concat(state.removed, flatten(transform(
                                filter(state.held, waiting -> " ~ is_hit ~ "),
                                waiting -> array_append(waiting.others, struct(waiting.came_at, 'dropped' as reason, event.came_at as removed_at))
                            )))",
                            suspension='cast(null as ' ~ row_type('suspension') ~ ')',
                            resumed='case when state.suspension is not null then ' ~ and_now ~ ' else state.resumed end'
                        ) }}
                    end
                    when event.action = 'claim' then {{ state_with(fields,
                        threshold='greatest(state.threshold, event.position)',
                        held='filter(state.held, waiting -> coalesce(waiting.position > greatest(state.threshold, event.position), true))'
                    ) }}
                    when coalesce(event.announced_last <> state.last_position, false) then state
                    when
                        is_contiguous and event.announced_last is null and event.position = {{ next.format('state') }}
                        and coalesce(event.position <= state.last_position, true) and coalesce(event.came_at.us < ends_us, true)
                        and coalesce(get(state.held, 0).position > try_add(event.position, 1), true)
                        then {{ state_with(fields, threshold='event.position') }}
                    else {{ state_with(fields,
                        last_position=last_known,
                        bakes_from_us='least(state.bakes_from_us, event.bakes_us)',
                        suspension='case when not ' ~ is_beyond_end ~ ' then state.suspension end',
                        resumed='case when ' ~ is_beyond_end ~ ' then ' ~ and_now ~ ' else state.resumed end',
                        removed="concat(state.removed, transform(
                            filter(state.held, waiting -> coalesce(waiting.position > event.announced_last, false)),
                            waiting -> struct(waiting.came_at, 'after_last' as reason, cast(null as " ~ row_type('moment') ~ ") as removed_at)
                        ))",
                        held=waiting_with(last_known)
                    ) }}
                end
            ),
            after -> struct(after.removed, after.resumed, before.suspension is not null and size(after.resumed) = 0 as stays_suspended)
        ) as thrown
    from dropping

)
{% else %}
with final as (

    -- Nothing is dropped, and nothing stood in for.
    select
        cast(null as bigint) as sequence_key,
        cast(null as string) as group_key,
        cast(null as bigint) as epoch,
        cast(
            null as struct<removed: array<{{ row_type('removed') }}>, resumed: array<{{ row_type('resumed') }}>, stays_suspended: boolean>
        ) as thrown
    where false

)
{% endif %}

select * from final
