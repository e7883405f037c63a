{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with box as (

    select * from {{ ref('resequencer__messagebox') }}

),

publications as (

    select * from {{ ref('int_resequencer__publications') }}

),

not_routed as (

    -- What the newest batch has not reached: it has landed since, or is later than the clock.
    select publications.*
    from publications
    where coalesce(publications.intake > (select current.batch.arrivals_to from box as current where current.disposition = 'current'), true)
    union all
    select publications.*
    from publications
    left semi join (
        select
            intake,
            place
        from box
        where disposition = 'after_clock' and batch_group = {{ newest_box_batch() }}
    ) as waiting on publications.intake = waiting.intake and publications.place = waiting.place

),

next as (

    select cast(batch.number + 1 as string) as number
    from box
    where disposition = 'current'

),

final as (

    select
        {{ messagebox_uid('batch', 'next.number') }} as batch_uid,
        not_routed.message_uid,
        {{ messagebox_uid('property', 'promoted.property') }} as property_uid,
        promoted.property,
        promoted.value,
        {{ as_exact_decimal('promoted.value') }} as number,
        case when array_contains(not_routed.promoted_names, promoted.property) then 'promoted' else 'system' end as source
    from not_routed
    cross join next
        lateral view explode(not_routed.promoted) promoted as property, value

)

select * from final
