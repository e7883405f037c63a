{{ config(materialized='ephemeral') }}

{#- Claims (type: claim): for time_to_live a message that comes with a claimed id is claimed at once. -#}
-- computed once
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with entries as (

    select * from {{ ref('int_resequencer__epochs') }}

),

{% if has_mode('claims') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

identified as (

    -- One row per entry, with when its id was claimed last before it came.
    select
        entries.*,
        order_groups.ttl_us,
        case
            when entries.aside.claim.id <> '' and entries.is_ordered
                then max(case when entries.kind = 'claim' then entries.came_at.us end) over before_this
        end as claimed_us
    from entries
    left join order_groups on entries.order_group = order_groups.order_group
    window
        before_this as (
            partition by entries.sequence_key, entries.group_key, entries.epoch, entries.aside.claim.id order by entries.came_at
            rows between unbounded preceding and 1 preceding
        )

),

final as (

    -- One row per entry, with whether its id had been claimed when it arrived (rejected_as).
    select
        * except (ttl_us, claimed_us, rejected_as),
        coalesce(rejected_as, case when kind = 'message' and came_at.us < claimed_us + ttl_us then 'claimed' end) as rejected_as
    from identified

)
{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
