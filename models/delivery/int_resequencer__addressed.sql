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

standing as (

    -- One row per message that may still hear of its delivery.
    select
        entries.message.message_id,
        entries.order_group,
        entries.sequence_key,
        entries.came_at,
        entries.sequence_number as number
    from entries
    inner join {{ ref('int_resequencer__order_groups') }} as order_groups
        on entries.order_group = order_groups.order_group and order_groups.is_reported
    where entries.kind = 'message' and entries.is_ordered
    union all
    select
        attempt.message_id,
        order_group,
        xxhash64(order_group, sequence_id) as sequence_key,
        {{ carried_moment('attempt') }} as came_at,
        attempt.number
    from carried
    where disposition in ('flight', 'course') and attempt.course.sent is not null
    union all
    select
        message_id,
        order_group,
        xxhash64(order_group, group_key) as sequence_key,
        {{ carried_moment('resent') }} as came_at,
        number
    from resent

),

candidates as (

    select
        message_id,
        collect_list(struct(number, came_at, sequence_key, order_group)) as messages
    from standing
    group by message_id

),

named as (

    -- With the sequence it names, and where several messages have its id, how often that had been delivered before.
    select
        reported.*,
        filter(candidates.messages, one -> coalesce(one.order_group = reported.named_group, true)) as messages,
        case when reported.order_group is not null then xxhash64(reported.order_group, reported.group_key) end as named_key,
        count(case when reported.record.outcome = 'delivered' then 1 end) over of_message as delivered_before
    from reported
    left join candidates on reported.kind = 'delivery' and reported.fault is null and reported.record.message_id = candidates.message_id
    window of_message as (
        partition by reported.record.message_id, coalesce(reported.named_group, candidates.messages[0].order_group)
        order by reported.moment asc rows between unbounded preceding and 1 preceding
    )

),

found as (

    -- Come by then, in the sequence it names or to which one of this id had come last; of several the first not delivered before.
    select
        * except (messages),
        case
            when size(messages) = 1
                then case when messages[0].came_at < moment and coalesce(messages[0].sequence_key = named_key, true) then messages[0] end
            when size(messages) > 1 then element_at(transform(
                array(array_sort(filter(
                    messages, one -> one.came_at < moment and one.sequence_key = coalesce(named_key, array_max(transform(
                        filter(messages, other -> other.came_at < moment), other -> struct(other.came_at, other.sequence_key)
                    )).sequence_key)
                ))), found -> try_element_at(found, cast(greatest(least(delivered_before + 1, size(found)), 1) as int))
            ), 1)
        end as message
    from named

),

final as (

    select
        * except (fault, message, named_key, named_group, delivered_before),
        case when fault is null then coalesce(message.sequence_key, named_key) end as sequence_key,
        message.came_at.intake as message_intake,
        message.came_at.place as message_place,
        message.order_group as message_group,
        message.number as message_number,
        case when fault is not null then fault.reason when kind = 'delivery' and message is null then 'unknown_message' end as reason,
        case
            when fault is not null then fault.detail
            when kind = 'delivery' and message is null
                then concat('no message ', record.message_id, ' has arrived by then and is held, or waits for an outcome')
        end as detail
    from found

)

select * from final
