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
        array_max(transform(
            filter(thrown_out.thrown.resumed, one -> one.came_at > entries.came_at and entries.position >= one.from_position), one -> one.came_at
        )) as resumes_at,
        try_element_at(filter(thrown_out.thrown.removed, one -> one.came_at = entries.came_at and entries.kind = 'message'), 1) as removed
    from entries
    left join thrown_out
        on
            entries.is_ordered
            and entries.sequence_key = thrown_out.sequence_key
            and entries.group_key = thrown_out.group_key
            and entries.epoch = thrown_out.epoch

),

final as (

    -- What had waited in a suspended sequence bakes as that goes on, at the earliest.
    select
        * except (state, resumed, resumes_at, removed, rejected_as, bakes_us, aside),
        coalesce(removed.reason, rejected_as) as rejected_as,
        case when bakes_us is not null then greatest(bakes_us, resumes_at.us) end as bakes_us,
        case
            when removed is not null then {{ aside(removed_at='removed.removed_at') }}
            when kind = 'state' and size(resumed) > 0 then {{ aside(state=state_with(row_fields().sequence_state, suspended_at='cast(null as bigint)', suspended_by='cast(null as bigint)'), skipped='aside.skipped', last_key_value='aside.last_key_value') }}
            when resumes_at.us >= bakes_us then {{ aside_with(resumes_at='resumes_at') }}
            else aside
        end as aside
    from found

)
{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
