{{ config(materialized='ephemeral') }}

with order_groups as (

    {{ order_groups_relation() }}

),

final as (

    -- One row per order group: what its rulesets, which agree, say of the ordering. Durations in microseconds, null: none.
    select
        *,
        {{ position_of('start_number') }} as start_position
    from order_groups

)

select * from final
