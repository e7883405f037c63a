{{ config(materialized='ephemeral') }}

{#-
    What the fold of int_resequencer__thrown_out goes over. Where nothing is dropped, and no gap too large to be stood in for, nothing reads it.
-#}
with entries as (

    select * from {{ ref('int_resequencer__claimed') }}

),

drops as (

    select * from {{ ref('int_resequencer__drops') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

asked as (

    -- One row per sequence of which operators drop messages, or in which a gap may be too large to be stood in for.
    select
        sequence_key,
        group_key,
        collect_list(asks) as events
    from (
        select
            sequence_key,
            group_key,
            struct(
                came_at, 'drop' as action, cast(null as bigint) as position, cast(null as bigint) as bakes_us,
                cast(null as bigint) as announced_last, cast(null as string) as dedupe_id, cast(null as bigint) as body_hash,
                from_position, to_position
            ) as asks
        from drops
        union all
        select
            sequence_key,
            group_key,
            null as asks
        from {{ ref('int_resequencer__jumping') }}
    ) as known
    group by sequence_key, group_key

),

begun as (

    -- The entries of such sequences, with what they announce.
    select
        entries.*,
        {{ announced_last('entries.') }} as announced_last,
        entries.kind = 'message' and {{ is_contradictory('entries.') }} as is_refused,
        asked.events as drops
    from entries
    inner join asked on entries.sequence_key = asked.sequence_key and entries.group_key = asked.group_key
    where entries.is_ordered and entries.kernel <> 'sessions'

),

final as (

    -- One row per epoch of such a sequence: what comes of it, in order, and where it stands before that.
    select
        begun.sequence_key,
        begun.group_key,
        begun.epoch,
        begun.kernel = 'contiguous' as is_contiguous,
        order_groups.replaces,
        order_groups.max_stand_ins,
        max(begun.start_position) as start_position,
        coalesce(
            max(case when begun.kind = 'state' then begun.aside.state.first_us end),
            min(case when begun.kind = 'message' then begun.came_at.us end)
        ) + order_groups.partial_us as ends_us,
        array_sort(concat(max(begun.drops), collect_list(
            case
                when
                    (begun.kind in ('message', 'fill', 'claim') and begun.rejected_as is null)
                    and begun.aside.ready_at is null and not begun.is_refused
                    and not (
                        begun.kind = 'message' and coalesce(begun.kernel = 'contiguous' and begun.position < begun.start_position, false)
                    )
                    then struct(
                        begun.came_at, begun.kind as action, begun.position,
                        case when begun.kind = 'message' then begun.bakes_us end as bakes_us,
                        case when begun.kind = 'message' then begun.announced_last end as announced_last, begun.dedupe_id,
                        xxhash64(begun.message.body) as body_hash,
                        cast(null as bigint) as from_position, cast(null as bigint) as to_position
                    )
            end
        ))) as events,
        struct(
            max(case when begun.kind = 'state' then begun.position end) as threshold,
            max(case when begun.kind = 'state' then begun.last.position end) as last_position,
            max(case when begun.kind = 'state' then {{ suspension_of('begun.aside.state', 'order_groups') }} end) as suspension,
            cast(null as bigint) as since_us,
            cast(array() as array<{{ row_type('waiting') }}>) as held,
            cast(null as bigint) as bakes_from_us,
            cast(null as {{ row_type('reached') }}) as reached,
            cast(array() as array<{{ row_type('removed') }}>) as removed,
            cast(array() as array<{{ row_type('resumed') }}>) as resumed
        ) as before
    from begun
    inner join order_groups on begun.order_group = order_groups.order_group
    group by
        begun.sequence_key, begun.group_key, begun.epoch, begun.kernel,
        order_groups.replaces, order_groups.max_stand_ins, order_groups.partial_us

)

select * from final
