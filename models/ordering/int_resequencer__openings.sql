{{ config(materialized='ephemeral') }}

{#-
    When sequences start again: each opening depends on the epoch before it, so the new messages of such a sequence are read one after
    the other, by a fold. It gives the openings only; after it each epoch is ordered like a sequence of its own. For each message:
      silence  the epoch has ended if for expire_after nothing arrived or was reported, and no failure was unsettled; or partial_after its first
               message
      bake     what had baked when the message arrived is ready
      follow   and so is what follows that without a gap
      open     if the last number is ready by then, or the epoch has ended, the message opens the next epoch
      accept   it is held in the epoch it belongs to; a last number it announces counts, and what is above that is no longer held
      follow   as above
    A message that no epoch would take (below the start, above the last number it announces, or announcing two) opens none. held: the
    messages that are not ready, at first those that the newest epoch carried over. A number may be in it twice: only its position
    and bake time are read, and the message that arrived first bakes first, so the second changes nothing.
-#}
{%- set fields = [
    'threshold', 'last_position', 'held', 'openings', 'begins_at', 'has_ended', 'has_begun', 'last_us', 'first_us', 'failing',
] %}
-- depends_on: {{ ref('int_resequencer__reopening') }}
{% if _has_openings() %}
with reopening as (

    select * from {{ ref('int_resequencer__reopening') }}

),

final as (

    -- One row per such sequence: its newest epoch, and the moments at which others open.
    select
        sequence_key,
        group_key,
        newest_epoch,
        aggregate(
            events,
            before,
            (before_event, event) -> aggregate(
                array('silence', 'bake', 'follow', 'open', 'accept', 'follow'),
                before_event,
                (state, phase) -> case
                    when phase = 'silence' then {{ state_with(fields,
                        has_ended='state.has_ended or coalesce(event.came_at.us >= least(case when size(state.failing) = 0 then state.last_us + expire_us end, state.first_us + partial_us), false)',
                        last_us="case when event.action <> 'fill' then greatest(state.last_us, event.came_at.us) else state.last_us end"
                    ) }}
                    when phase = 'accept' and event.action in ('failing', 'settled') then {{ state_with(fields,
                        failing="case when event.action = 'failing' and not state.has_ended then array_union(state.failing, array(event.subject)) else array_remove(state.failing, event.subject) end"
                    ) }}
                    when phase in ('open', 'accept') and event.action in ('failing', 'settled', 'asked') then state
                    when phase = 'accept' and event.action = 'drop' then {{ state_with(fields,
                        held='filter(state.held, waiting -> not waiting.position between event.position and event.to_position)'
                    ) }}
                    when phase in ('open', 'accept') and event.action in ('terminate', 'close') then {{ state_with(fields, has_ended='state.has_begun', failing='case when state.has_begun then slice(state.failing, 1, 0) else state.failing end') }}
                    when phase = 'open' and event.action = 'reset' and state.has_begun then {{ state_with(fields,
                        threshold='cast(null as bigint)', last_position='cast(null as bigint)', held='slice(state.held, 1, 0)', begins_at='event.position', has_ended='false', failing='slice(state.failing, 1, 0)', first_us='cast(null as bigint)',
                        openings='array_append(state.openings, event.came_at)'
                    ) }}
                    when phase in ('open', 'accept') and event.action = 'reset' then state
                    when phase = 'bake' then {{ state_with(fields, threshold="greatest(state.threshold, array_max(transform(filter(state.held, waiting -> waiting.bakes_us <= event.came_at.us), waiting -> waiting.position)))") }}
                    when phase = 'follow' and is_contiguous then {{ state_with(fields, threshold="aggregate(
                        array_sort(transform(state.held, waiting -> waiting.position)), state.threshold,
                        (threshold, position) -> case when position = coalesce(try_add(threshold, 1), case when threshold is null then state.begins_at end) then position else threshold end
                    )") }}
                    when phase = 'open' and reopens and (state.threshold >= state.last_position or state.has_ended) and not (event.is_refused or event.is_beyond or coalesce(event.position < start_position, false))
                        then {{ state_with(fields,
                            threshold='cast(null as bigint)', last_position='cast(null as bigint)', held='slice(state.held, 1, 0)', begins_at='start_position', has_ended='false', first_us='cast(null as bigint)',
                            openings='array_append(state.openings, event.came_at)'
                        ) }}
                    when phase = 'accept' and not (event.is_refused or coalesce(event.position < state.begins_at, false)) then {{ state_with(fields,
                        has_begun="state.has_begun or event.action = 'message'",
                        first_us="coalesce(state.first_us, case when event.action = 'message' then event.came_at.us end)",
                        last_position='coalesce(state.last_position, event.announced_last)',
                        held="filter(
                            case
                                when coalesce(event.announced_last <> state.last_position, false) then state.held
                                else array_append(state.held, struct(event.position, event.bakes_us))
                            end,
                            waiting -> coalesce(waiting.position > state.threshold, true)
                                and coalesce(waiting.position <= coalesce(state.last_position, event.announced_last), true)
                        )"
                    ) }}
                    when phase = 'accept' then {{ state_with(fields, has_begun='true', first_us="coalesce(state.first_us, case when event.action = 'message' then event.came_at.us end)") }}
                    else state
                end
            ),
            after -> after.openings
        ) as openings
    from reopening

)
{% else %}
with final as (

    -- No sequence begins again.
    select
        cast(null as bigint) as sequence_key,
        cast(null as string) as group_key,
        cast(null as bigint) as newest_epoch,
        cast(null as array<{{ row_type('moment') }}>) as openings
    where false

)
{% endif %}

select * from final
