{{ config(materialized='ephemeral') }}

{#- Sequences that begin again after their end (reopen, reset): from here on each epoch is ordered by itself. -#}
-- depends_on: {{ ref('int_resequencer__openings') }}, {{ ref('int_resequencer__order_groups') }}
with entries as (

    select * from {{ ref('int_resequencer__restarted') }}

),

{% if _has_epochs() %}
openings as (

    select * from {{ ref('int_resequencer__openings') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

counted as (

    -- One row per entry, with its epoch: of what was judged before as it stands, of what is new one more for each opening up to it.
    select
        entries.* except (epoch),
        coalesce(openings.newest_epoch, max(entries.epoch) over whole_sequence, 1) as newest_epoch,
        coalesce(
            entries.epoch,
            coalesce(openings.newest_epoch, max(entries.epoch) over whole_sequence, 1) + size(filter(coalesce(openings.openings, array()), opening -> opening <= entries.came_at)),
            1
        ) as epoch,
        openings.openings,
        order_groups.step
    from entries
    left join order_groups on entries.order_group = order_groups.order_group
    left join openings on entries.is_ordered and entries.sequence_key = openings.sequence_key and entries.group_key = openings.group_key
    window whole_sequence as (partition by entries.sequence_key, entries.group_key)

),

final as (

    -- With the number its epoch begins at, where an operator has said one.
    select
        * except (start_position, newest_epoch, openings, step),
        coalesce(max(case when kind = 'state' then {{ position_of('aside.state.begins_at') }} end) over whole_epoch, start_position) as start_position
    from counted
    where kind <> 'state' or came_at is null or array_contains(openings, came_at){{ ' or stands_again' if has_mode('follows') }}
    window whole_epoch as (partition by sequence_key, group_key, epoch)

)
{% else %}
final as (

    select
        * except (epoch),
        coalesce(epoch, 1) as epoch
    from entries

)
{% endif %}

select * from final
