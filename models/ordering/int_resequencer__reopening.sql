{{ config(materialized='ephemeral') }}

{#- What the fold of int_resequencer__openings goes over. Where no sequence begins again, nothing reads it. -#}
with entries as (

    select * from {{ ref('int_resequencer__extended') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

drops as (

    select * from {{ ref('int_resequencer__drops') }}

),

turning as (

    select * from {{ ref('int_resequencer__turning') }}

),

acted as (

    -- One row per sequence that operators end or begin again.
    select
        sequence_key,
        group_key,
        collect_list(struct(
            came_at, action, {{ position_of('begins_at') }} as position, cast(null as bigint) as bakes_us,
            cast(null as bigint) as announced_last, true as is_refused, true as is_beyond, cast(null as bigint) as to_position,
            cast(null as string) as subject
        )) as events
    from turning
    group by sequence_key, group_key

),

thrown as (

    -- One row per sequence of which operators drop messages.
    select
        sequence_key,
        group_key,
        collect_list(struct(
            came_at, 'drop' as action, from_position as position, cast(null as bigint) as bakes_us,
            cast(null as bigint) as announced_last, true as is_refused, true as is_beyond, to_position, cast(null as string) as subject
        )) as events
    from drops
    group by sequence_key, group_key

),

final as (

    -- One row per sequence that may begin again and that something has come for: its new messages, in order, and where it stands.
    select
        entries.sequence_key,
        entries.group_key,
        order_groups.kernel = 'contiguous' as is_contiguous,
        entries.start_position,
        coalesce(max(entries.epoch), 1) as newest_epoch,
        order_groups.reopens,
        order_groups.expire_us,
        order_groups.partial_us,
        array_sort(concat(flatten(array_compact(array(max(acted.events), max(thrown.events), max(noted.events)))), collect_list(
            case
                when entries.kind in ('message', 'fill') and entries.epoch is null and entries.rejected_as is null then struct(
                    entries.came_at, entries.kind as action, entries.position, entries.bakes_us,
                    case when entries.kind = 'message' then {{ announced_last('entries.') }} end as announced_last,
                    entries.kind = 'message' and {{ is_contradictory('entries.') }} as is_refused,
                    entries.kind = 'fill' or coalesce(entries.position > {{ announced_last('entries.') }}, false) as is_beyond,
                    cast(null as bigint) as to_position, cast(null as string) as subject
                )
            end
        ))) as events,
        struct(
            max(case when entries.kind = 'state' and entries.came_at is null then entries.position end) as threshold,
            max(case when entries.kind = 'state' then entries.last.position end) as last_position,
            collect_list(
                case
                    when entries.kind in ('message', 'fill') and entries.epoch is not null then struct(entries.position, entries.bakes_us)
                end
            ) as held,
            cast(array() as array<{{ row_type('moment') }}>) as openings,
            coalesce(
                max(
                    case
                        when entries.kind = 'state' and entries.came_at is null
                            then {{ position_of('entries.aside.state.begins_at', 'order_groups.step') }}
                    end
                ),
                entries.start_position
            ) as begins_at,
            coalesce(max(entries.kind = 'state' and entries.aside.state.closed_us is not null), false) as has_ended,
            coalesce(max(entries.epoch is not null), false) as has_begun,
            max(
                case
                    when entries.kind = 'state' and entries.came_at is null
                        then coalesce(entries.aside.state.gate.last_activity_us, entries.aside.state.updated_us)
                end
            ) as last_us,
            max(case when entries.kind = 'state' and entries.came_at is null then entries.aside.state.first_us end) as first_us,
            coalesce(max(noted.failing), cast(array() as array<string>)) as failing
        ) as before
    from entries
    inner join order_groups on entries.order_group = order_groups.order_group
    left join acted on entries.sequence_key = acted.sequence_key and entries.group_key = acted.group_key
    left join thrown on entries.sequence_key = thrown.sequence_key and entries.group_key = thrown.group_key
    left join {{ ref('int_resequencer__noted') }} as noted on entries.sequence_key = noted.sequence_key
    where
        entries.is_ordered and (order_groups.reopens or acted.events is not null)
        and {{ 'not order_groups.follows' if has_mode('follows') else 'true' }}
    group by
        entries.sequence_key, entries.group_key, entries.start_position,
        order_groups.kernel, order_groups.reopens, order_groups.expire_us, order_groups.partial_us, order_groups.step
    having max(entries.kind = 'message' and entries.epoch is null) or max(acted.events is not null)

)

select * from final
