{{ config(materialized='ephemeral') }}

{#- Each delivery and action with the sequence it is about, and of a delivery the message, or with what is wrong with it. -#}
with reported as (

    select * from {{ ref('int_resequencer__reported') }}

),

entries as (

    select * from {{ ref('int_resequencer__entries') }}

),

carried as (

    select * from {{ ref('int_resequencer__carried') }}

),

resent as (

    select * from {{ ref('int_resequencer__resent') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

asked as (

    -- One row per message id that something is reported of.
    select distinct record.message_id
    from reported
    where kind = 'delivery' and fault is null

),

standing as (

    -- One row per message that may still hear of its delivery, and that something is reported of.
    select entries.message.message_id, entries.order_group, entries.group_key, entries.came_at, entries.position
    from entries
    inner join order_groups on entries.order_group = order_groups.order_group and order_groups.is_reported
    left semi join asked on entries.message.message_id = asked.message_id
    where entries.kind = 'message' and entries.is_ordered
    union all
    select carried.attempt.message_id, carried.order_group, carried.sequence_id, {{ carried_moment('carried.attempt') }}, cast(null as bigint)
    from carried
    left semi join asked on carried.attempt.message_id = asked.message_id
    where carried.disposition in ('flight', 'course') and carried.attempt.course.sent is not null
    union all
    select resent.message_id, resent.order_group, resent.group_key, {{ carried_moment('resent') }}, cast(null as bigint)
    from resent
    left semi join asked on resent.message_id = asked.message_id

),

candidates as (

    -- One row per message id: its messages, as they came.
    select
        message_id,
        array_sort(collect_list(struct(came_at, order_group, group_key, position))) as messages
    from standing
    group by message_id

),

counted as (

    -- With how often its message had been delivered before, where several messages have one id.
    select
        reported.*,
        candidates.messages,
        case
            when size(candidates.messages) > 1 then count(case when reported.record.outcome = 'delivered' then 1 end) over (
                partition by reported.record.message_id order by reported.moment rows between unbounded preceding and 1 preceding
            )
            else 0
        end as delivered_before
    from reported
    left join candidates on reported.kind = 'delivery' and reported.record.message_id = candidates.message_id

),

known as (

    -- Of several messages those that had come by then, of the sequence it names if it names one.
    select
        * except (messages),
        filter(
            messages,
            one -> one.came_at < moment
            and (order_group is null or (one.order_group = order_group and one.group_key = group_key))
        ) as messages
    from counted

),

of_one_sequence as (

    -- Of several sequences the one that its message had come to last.
    select
        * except (messages),
        array_sort(
            transform(
                filter(messages, one -> one.order_group = try_element_at(messages, -1).order_group and one.group_key = try_element_at(messages, -1).group_key),
                one -> struct(one.position, one.came_at, one.order_group, one.group_key)
            )
        ) as messages
    from known

),

found as (

    -- In one sequence the first message that had not been delivered.
    select
        * except (messages),
        try_element_at(messages, cast(greatest(least(delivered_before + 1, size(messages)), 1) as int)) as message
    from of_one_sequence

),

final as (

    select
        * except (fault, message, order_group, group_key, delivered_before),
        case when fault is null then coalesce(message.order_group, order_group) end as order_group,
        case when fault is null then coalesce(message.group_key, group_key) end as group_key,
        case when fault is null then xxhash64(coalesce(message.order_group, order_group), coalesce(message.group_key, group_key)) end as sequence_key,
        message.came_at.intake as message_intake,
        message.came_at.place as message_place,
        case when fault is not null then fault.reason when kind = 'delivery' and message is null then 'unknown_message' end as reason,
        case
            when fault is not null then fault.detail
            when kind = 'delivery' and message is null then concat('no message ', record.message_id, ' has arrived by then and is held, or waits for an outcome')
        end as detail
    from found

)

select * from final
