{{ config(materialized='ephemeral') }}

{#-
    When sequences have been silent for too long (expire_after): no arrival, outcome or action, and no failure that is unsettled as the
    silence begins. It goes by what is reported, and not by what became of that, so it does not depend on the ordering.
-#}
-- depends_on: {{ ref('int_resequencer__batch') }}, {{ ref('int_resequencer__told') }}
{% if has_mode('expire_us') %}
with told as (

    select * from {{ ref('int_resequencer__told') }}

),

batch as (

    select clock_us, previous, previous_clock_us from {{ ref('int_resequencer__batch') }}

),

heard as (

    -- said: what has been said of a message that is in line, or was sent in an earlier run.
    select
        told.*,
        {{ heard_by_the_clock() }} as said
    from told

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
        -- What ends a sequence leaves nothing of it unsettled.
        collect_list(
            case
                when said.failing_from is not null and course.ended is null
                    then struct(
                        said.failing_from,
                        least(
                            said.failing_until,
                            array_min(transform(filter(endings, report -> report.at_us > said.failing_from), report -> report.at_us))
                        ) as failing_until
                    )
            end
        ) as failing
    from heard
    where expire_us is not null and sequence_key is not null
    group by sequence_key, expire_us

),

active as (

    -- With the actions: when anything happened, in order.
    select
        sequence_key,
        expire_us,
        failing,
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
                    active.failing,
                    one -> one.failing_from <= try_element_at(active.moments, -1)
                    and coalesce(one.failing_until > try_element_at(active.moments, -1), true)
                )
                then try_element_at(active.moments, -1) + active.expire_us
        end as expires_us,
        transform(
            filter(
                active.moments,
                (us, i) -> us + active.expire_us <= coalesce(try_element_at(active.moments, i + 2), batch.clock_us)
                and us + active.expire_us <= batch.clock_us
                and not exists(active.failing, one -> one.failing_from <= us and coalesce(one.failing_until > us, true))
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
