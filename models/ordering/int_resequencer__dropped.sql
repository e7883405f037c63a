{{ config(materialized='ephemeral') }}

{#- What operators throw away (drop) takes no part any more, nor what repeated it before. Suspensions end, by it or as a gap is filled. -#}
-- depends_on: {{ ref('int_resequencer__thrown_out') }}
with entries as (

    select * from {{ ref('int_resequencer__claimed') }}

),

{% if _is_interrupted() %}
-- computed once
thrown_out as (

    select * from {{ ref('int_resequencer__thrown_out') }}

),

found as (

    -- One row per entry, with what became of it.
    select
        entries.*,
        entries.aside.state,
        thrown_out.thrown.resumed,
        thrown_out.thrown.stays_suspended,
        array_max(transform(
            filter(thrown_out.thrown.resumed, one -> one.came_at > entries.came_at and entries.position >= one.from_position), one -> one.came_at
        )) as resumes_at,
        array_min(transform(
            filter(thrown_out.thrown.resumed, one -> one.from_position = try_add(entries.position, 1) and one.since_us is not null), one -> greatest(one.since_us, entries.came_at.us)
        )) as turned_us,
        try_element_at(filter(thrown_out.thrown.removed, one -> one.came_at = entries.came_at and entries.kind = 'message'), 1) as removed
    from entries
    left join thrown_out
        on
            entries.is_ordered
            and entries.sequence_key = thrown_out.sequence_key
            and entries.group_key = thrown_out.group_key
            and entries.epoch = thrown_out.epoch

),

baking as (

    -- With when it bakes. In a sequence that stays suspended nothing does, nor what waited above its last number. What stands below a gap too
    -- large had its turn as that began to suspend.
    select
        * except (turned_us, stays_suspended, removed),
        case when removed.reason <> 'after_last' then removed end as removed,
        case
            when coalesce(stays_suspended, false) or kind not in ('message', 'fill') or removed.reason = 'after_last' then null
            when bakes_us is not null or turned_us is not null then greatest(least(bakes_us, turned_us), resumes_at.us)
        end as bakes_from_us
    from found

),

final as (

    -- What had waited in a suspended sequence bakes as that goes on, at the earliest.
    select
        * except (state, resumed, resumes_at, removed, rejected_as, bakes_us, bakes_from_us, aside),
        coalesce(removed.reason, rejected_as) as rejected_as,
        bakes_from_us as bakes_us,
        case
            when removed is not null then {{ aside(removed_at='removed.removed_at') }}
            when kind = 'state' and size(resumed) > 0 then {{ aside(state=state_with(row_fields().sequence_state, suspended_at='cast(null as bigint)', suspended_by='cast(null as bigint)'), skipped='aside.skipped', last_key_value='aside.last_key_value') }}
            when resumes_at.us = bakes_from_us then {{ aside_with(resumes_at='resumes_at') }}
            else aside
        end as aside
    from baking

)
{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
