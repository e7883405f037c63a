{{ config(materialized='ephemeral') }}

{#- Keys of which only the order is known: what stands above each of them. -#}
with admitted as (

    select * from {{ ref('int_resequencer__admitted') }}
    where kernel = 'sorted'

),

baking as (

    -- One row per entry, with the moment at which it has baked; without a bake time (T = 0) that is its own.
    -- A claim is a threshold from its arrival on.
    select
        *,
        coalesce(case when bakes_us = came_at.us then came_at end, {{ moment_of_timer('bakes_us') }}) as bakes_at,
        case when kind = 'claim' and position is not null then came_at end as claims_at
    from admitted

),

final as (

    -- With what stands above it, and at or above it, and what is known of its sequence.
    select
        *,
        case when height is not null then min(least(bakes_at, claims_at)) over above end as above_baked_at,
        case when height is not null then min(claims_at) over above end as claimed_above_at,
        min(claims_at) over at_or_above as claimed_at,
        min(bakes_us) over at_or_above as baked_us,
        min(case when is_reaching then came_at.us end) over at_or_above as reached_us,
        min(case when bakes_at is not null then struct(came_at, dedupe_id) end) over at_or_above as first_at_key,
        last(case when is_eligible then struct(position, dedupe_id) end) ignore nulls over before_this as earlier,
        first_value(case when kind = 'state' then aside.state.threshold_ids end) ignore nulls over whole_sequence as threshold_ids
    from baking
    window
        above as (
            partition by sequence_key, group_key, epoch, kernel order by height desc nulls first
            range between unbounded preceding and 1 preceding
        ),
        at_or_above as (
            partition by sequence_key, group_key, epoch, kernel order by height desc nulls first
            range between unbounded preceding and current row
        ),
        before_this as (
            partition by sequence_key, group_key, epoch, kernel order by height desc nulls first, dedupe_id asc, came_at asc
            rows between unbounded preceding and 1 preceding
        ),
        whole_sequence as (
            partition by sequence_key, group_key, epoch, kernel order by height desc nulls first, dedupe_id asc, came_at asc
            rows between unbounded preceding and unbounded following
        )

)

select * from final
