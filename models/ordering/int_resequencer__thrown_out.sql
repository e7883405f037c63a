{{ config(materialized='ephemeral') }}

{#-
    What operators throw away (drop), and where gaps too large suspend a sequence (stand_in). What waits depends on all before it: a fold.
      bake    what had baked is ready, but not across a gap that is too large: that suspends the sequence
      follow  and what follows that; where that passes the gap, the suspension ends
      accept  it waits, or repeats what waits, or takes its place; a claim is a threshold; a drop takes what waits, and ends the suspension
    It gives what is taken away, with what repeated that before, and when suspensions ended.
-#}
{%- set fields = ['threshold', 'last_position', 'suspension', 'held', 'removed', 'resumed'] %}
{%- set repeated %}exists(state.held, waiting -> waiting.position = event.position and (is_contiguous or waiting.dedupe_id = event.dedupe_id)){% endset %}
{%- set next = 'coalesce(try_add(reached.threshold, 1), start_position)' %}
{%- set and_now = 'array_append(state.resumed, struct(event.came_at, state.suspension.from_position))' %}
{%- set is_hit %}waiting.position between event.from_position and event.to_position and not waiting.is_fill{% endset %}
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
                array('bake', 'follow', 'accept', 'follow', 'bake', 'follow'),
                before_event,
                (state, phase) -> case
                    when phase = 'bake' and state.suspension is not null then state
                    when phase = 'bake' then element_at(transform(
                        array(aggregate(
                            array_sort(filter(
                                transform(state.held, waiting -> waiting.position),
                                position -> position <= array_max(transform(filter(state.held, other -> other.bakes_us <= event.came_at.us), other -> other.position))
                            )),
                            struct(state.threshold as threshold, state.suspension as suspension),
                            (reached, position) -> case
                                when reached.suspension is not null then reached
                                when cast(position as decimal(20, 0)) - {{ next }} > max_stand_ins
                                    then struct(reached.threshold as threshold, struct({{ next }} as from_position, position as below_position) as suspension)
                                else struct(position as threshold, reached.suspension as suspension)
                            end
                        )),
                        baked -> {{ state_with(fields, threshold='baked.threshold', suspension='baked.suspension',
                            held='filter(state.held, waiting -> coalesce(waiting.position > baked.threshold, true))'
                        ) }}
                    ), 1)
                    when phase = 'follow' and is_contiguous then element_at(transform(
                        array(aggregate(
                            array_sort(transform(state.held, waiting -> waiting.position)), state.threshold,
                            (threshold, position) -> case when position = coalesce(try_add(threshold, 1), start_position) then position else threshold end
                        )),
                        followed -> {{ state_with(fields,
                            threshold='followed', held='filter(state.held, waiting -> coalesce(waiting.position > followed, true))',
                            suspension='case when coalesce(state.suspension.below_position > followed, true) then state.suspension end',
                            resumed='case when state.suspension.below_position <= followed then ' ~ and_now ~ ' else state.resumed end'
                        ) }}
                    ), 1)
                    when phase = 'accept' and event.action = 'drop' and coalesce(event.came_at.us < ends_us, true) then {{ state_with(fields,
                        held='filter(state.held, waiting -> (' ~ is_hit ~ ') is distinct from true)',
                        removed="concat(state.removed, flatten(transform(
                            filter(state.held, waiting -> " ~ is_hit ~ "),
                            waiting -> array_append(waiting.others, struct(waiting.came_at, 'dropped' as reason, event.came_at as removed_at))
                        )))",
                        suspension='case when not exists(state.held, waiting -> ' ~ is_hit ~ ') then state.suspension end',
                        resumed='case when state.suspension is not null and exists(state.held, waiting -> ' ~ is_hit ~ ') then ' ~ and_now ~ ' else state.resumed end'
                    ) }}
                    when phase = 'accept' and event.action = 'claim' then {{ state_with(fields,
                        threshold='greatest(state.threshold, event.position)',
                        held='filter(state.held, waiting -> coalesce(waiting.position > greatest(state.threshold, event.position), true))'
                    ) }}
                    when phase <> 'accept' or event.action = 'drop' or coalesce(event.announced_last <> state.last_position, false) then state
                    else {{ state_with(fields,
                        last_position='coalesce(state.last_position, event.announced_last)',
                        held="filter(
                            case
                                when coalesce(event.position <= state.threshold, false) or coalesce(event.came_at.us >= ends_us, false) then state.held
                                when " ~ repeated ~ " then transform(state.held, waiting -> case
                                    when waiting.position <> event.position or not (is_contiguous or waiting.dedupe_id = event.dedupe_id) or event.action = 'fill' then waiting
                                    else struct(
                                        waiting.position, case when replaces and not waiting.is_fill then event.came_at else waiting.came_at end as came_at,
                                        waiting.bakes_us, waiting.dedupe_id, case when replaces then event.body_hash else waiting.body_hash end as body_hash, waiting.is_fill,
                                        array_append(waiting.others, struct(
                                            case when replaces and not waiting.is_fill then waiting.came_at else event.came_at end as came_at,
                                            case
                                                when replaces and not waiting.is_fill then 'replaced'
                                                when is_contiguous and waiting.body_hash <> event.body_hash then 'conflicting_duplicate'
                                                else 'duplicate'
                                            end as reason,
                                            case when replaces and not waiting.is_fill then event.came_at end as removed_at
                                        )) as others
                                    )
                                end)
                                else array_append(state.held, struct(
                                    event.position, event.came_at, event.bakes_us, event.dedupe_id, event.body_hash, event.action = 'fill' as is_fill,
                                    cast(array() as array<" ~ row_type('removed') ~ ">) as others
                                ))
                            end,
                            waiting -> coalesce(waiting.position <= coalesce(state.last_position, event.announced_last), true)
                        )"
                    ) }}
                end
            ),
            after -> struct(after.removed, after.resumed)
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
        cast(null as struct<removed: array<{{ row_type('removed') }}>, resumed: array<{{ row_type('resumed') }}>>) as thrown
    where false

)
{% endif %}

select * from final
