{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__batch') }}
{#- With `bake_time: auto` the batch says which bake times are in force. -#}
{% do current_batch() %}
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
