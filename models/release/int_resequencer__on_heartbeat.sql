{{ config(materialized='ephemeral') }}

{#- What is ready leaves at the next multiple of heartbeat since 1970. -#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with ready as (

    select * from {{ ref('int_resequencer__in_part') }}

),

{% if has_mode('heartbeat_us') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

final as (

    -- One row per entry, with when it leaves: at a tick where its order group has a heartbeat.
    select
        ready.*,
        ready.leaves_at.us + coalesce(pmod(-ready.leaves_at.us, order_groups.heartbeat_us), 0) as leaves_us
    from ready
    left join order_groups on ready.order_group = order_groups.order_group

)
{% else %}
final as (

    -- One row per entry, which leaves as soon as it can.
    select
        *,
        leaves_at.us as leaves_us
    from ready

)
{% endif %}

select * from final
