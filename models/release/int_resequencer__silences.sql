{{ config(materialized='ephemeral') }}

{#-
    When sequences have been silent for too long (expire_after): no arrival, outcome or action, no failure that is unsettled as the silence
    begins, and no gap that suspends the sequence as it ends. Of deliveries it goes by what is reported, and not by what became of that.
-#}
-- depends_on: {{ ref('int_resequencer__batch') }}, {{ ref('int_resequencer__told') }}
{% if has_mode('expire_us') %}
with batch as (

    select clock_us, previous, previous_clock_us from {{ ref('int_resequencer__batch') }}

),

heard as (

    -- said: what has been said of a message that is in line, or was sent in an earlier run. What waits behind a gap suspends its sequence
    -- from suspended_us until resumed_us.
    select
        *,
        {{ heard_by_the_clock() }} as said,
        case
            when
                kind = 'message' and (entry.is_in_line or entry.aside.removed_at is not null)
                and coalesce(entry.position <= entry.last.position, true)
                then if(entry.is_in_line, entry.reached_us, entry.came_at.us) + suspends_us
        end as suspended_us,
        coalesce(entry.ready_at.us, entry.aside.removed_at.us, 9223372036854775807) as resumed_us
    from {{ ref('int_resequencer__told') }}

),

counted as (

    -- One row per sequence that may expire: when something arrived for it, or was said of it.
    select
        sequence_key,
        expire_us,
        first(actions, true) as actions,
        min(case when kind = 'message' then {{ came_as('entry.') }} when kind = 'state' then {{ moment_of_timer('-9223372036854775808') }} end) as began_at,
        concat(
            collect_list(
                case
                    -- A repeated id (unique_ids) counts for nothing else.
                    when kind = 'message' and entry.rejected_as = 'duplicate' and entry.aside.removed_at is null then null
                    when kind = 'message' and (entry.is_new or {{ came_as('entry.') }}.us > (select batch.previous_clock_us from batch))
                        then {{ came_as('entry.') }}.us
                    when kind = 'state' then entry.aside.state.gate.last_activity_us
                end
            ),
            flatten(collect_list(said.active))
        ) as moments,
        -- A silence that begins in one of these ends nothing. What ends a sequence leaves nothing of it unsettled. What waits behind a gap
        -- that suspends the sequence keeps it at the end of the silence, so for those that begin so much earlier.
        flatten(collect_list(array_compact(array(
            case
                when said.failing_from is not null and course.ended is null
                    then struct(
                        said.failing_from as since,
                        least(
                            said.failing_until,
                            array_min(transform(filter(endings, report -> report.at_us > said.failing_from), report -> report.at_us))
                        ) as until
                    )
            end,
            case when suspended_us < resumed_us then struct(suspended_us - expire_us as since, resumed_us - expire_us + 1 as until) end
        )))) as kept
    from heard
    where expire_us is not null and sequence_key is not null
    group by sequence_key, expire_us

),

active as (

    -- With the actions: when anything happened, in order.
    select
        sequence_key,
        expire_us,
        kept,
        array_sort(array_distinct(concat(moments, transform(filter(actions, report -> report.moment > began_at), report -> report.at_us)))) as moments
    from counted

),

final as (

    -- silences: when each of them had lasted too long. expires_us: when the last one will have.
    select
        active.sequence_key,
        try_element_at(active.moments, -1) as last_activity_us,
        case
            when
                not exists(
                    active.kept,
                    one -> one.since <= try_element_at(active.moments, -1)
                    and coalesce(one.until > try_element_at(active.moments, -1), true)
                )
                then try_element_at(active.moments, -1) + active.expire_us
        end as expires_us,
        transform(
            filter(
                active.moments,
                (us, i) -> us + active.expire_us <= coalesce(try_element_at(active.moments, i + 2), batch.clock_us)
                and us + active.expire_us <= batch.clock_us
                and not exists(active.kept, one -> one.since <= us and coalesce(one.until > us, true))
            ),
            us -> us + active.expire_us
        ) as silences
    from active
    cross join batch

)
{% else %}
with final as (

    -- No sequence expires.
    select
        cast(null as bigint) as sequence_key,
        cast(null as bigint) as last_activity_us,
        cast(null as bigint) as expires_us,
        cast(null as array<bigint>) as silences
    where false

)
{% endif %}

select * from final
