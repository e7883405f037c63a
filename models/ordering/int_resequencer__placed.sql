{{ config(materialized='ephemeral') }}

{#- Each entry with what int_resequencer__restarts has found of it: its epoch, where a counter has got to, since when it counts. -#}
-- depends_on: {{ ref('int_resequencer__restarts') }}, {{ ref('int_resequencer__order_groups') }}
with entries as (

    select * from {{ ref('int_resequencer__extended') }}

),

{% if has_mode('follows') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

placed as (

    -- One row per message of which something is to be said. The fold is named in each place that reads it: so it is computed once.
    select
        sequence_key,
        group_key,
        one.*
    from {{ ref('int_resequencer__restarts') }}
        lateral view explode(found.placed) placed_ as one

),

known as (

    -- One row per entry, with what is known of its sequence and of itself.
    select
        entries.* except (epoch, came_at, position, sequence_number, bakes_us, rejected_as, is_ordered),
        order_groups.follows and entries.is_ordered as follows,
        entries.epoch as epoch_before,
        coalesce(restarts.newest_epoch, max(entries.epoch) over (partition by entries.sequence_key, entries.group_key), 1) as newest_epoch,
        coalesce(restarts.found.openings, cast(array() as array<struct<opened_at: {{ row_type('moment') }}, begins_at: bigint, opened_by: string>>)) as openings,
        entries.is_ordered and coalesce(placed.rejected_as, '') <> 'awaiting_confirmation' as is_ordered,
        entries.came_at as came_as,
        coalesce(placed.moved_to, entries.came_at) as came_at,
        coalesce(placed.number, entries.position) as position,
        case when placed.number is not null and order_groups.wrap_at is not null then placed.number else entries.sequence_number end as sequence_number,
        entries.bakes_us + coalesce(placed.moved_to.us - entries.came_at.us, 0) as bakes_us,
        coalesce(entries.rejected_as, placed.rejected_as) as rejected_as,
        placed.is_unconfirmed,
        order_groups.holds_whole,
        order_groups.within_us,
        order_groups.step,
        order_groups.start_number
    from entries
    left join order_groups on entries.order_group = order_groups.order_group
    left join {{ ref('int_resequencer__restarts') }} as restarts
        on entries.is_ordered and entries.sequence_key = restarts.sequence_key and entries.group_key = restarts.group_key
    left join placed
        on
            entries.kind = 'message' and entries.epoch is null and entries.is_ordered
            and entries.sequence_key = placed.sequence_key and entries.group_key = placed.group_key and entries.came_at = placed.came_at

),

counted as (

    -- With its epoch. What waits to be confirmed stands behind all epochs.
    select
        *,
        case
            when not coalesce(follows, false) then epoch_before
            when not is_ordered then 4611686018427387904
            else coalesce(epoch_before, newest_epoch + size(filter(openings, one -> one.opened_at <= came_at)))
        end as epoch,
        case when rejected_as is null then filter(openings, one -> one.opened_at = came_at)[0] end as opening
    from known

),

final as (

    -- With the moment at which its epoch ends because another begins.
    select
        *,
        case
            when follows and epoch between newest_epoch and newest_epoch + size(openings) - 1 and openings[cast(epoch - newest_epoch as int)].opened_by = 'restart'
                then openings[cast(epoch - newest_epoch as int)].opened_at
        end as ends_at
    from counted
    where kind <> 'state' or came_as is null or not coalesce(follows, false) or opening is not null

)

{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
