{% macro addressed_rows(batch) -%}
    {#-
        The deliveries and actions, each with the sequence it is about (order_group, group_key), or with what is wrong with it
        (reason, detail); targets: what a resend sends again. A delivery is about a message that is held, or has been sent and
        waits for an outcome or a decision, or is sent again: of several with one id about the one that came last. What is
        later than the clock waits (is_later).
    -#}
    select
        reported.* except (fault, stated_order_group),
        case when fault is null then coalesce(messages.line.order_group, stated_order_group) end as order_group,
        case when fault is null then coalesce(messages.line.group_key, case when kind = 'action' then coalesce(record.sequence_id, '') end) end as group_key,
        coalesce(fault is null and at_us > {{ batch.clock_us }}, false) as is_later,
        case when fault is not null then fault.reason when kind = 'delivery' and messages.line is null then 'unknown_message' end as reason,
        case
            when fault is not null then fault.detail
            when kind = 'delivery' and messages.line is null then concat('no message ', record.message_id, ' is held, or waits for an outcome')
        end as detail,
        coalesce(resends.targets, cast(array() as array<{{ attempt_type() }}>)) as targets
    from (
        select
            *,
            case when kind = 'action' then {{ by_ruleset('order_group') }} end as stated_order_group
        from reported
    ) as reported
    left join (
        select
            message_id,
            max_by(struct(order_group, group_key), struct(arrival_us, order_group, group_key)) as line
        from (
            select
                order_group,
                group_key,
                message.message_id,
                arrival_us
            from line
            where {{ "kind in ('message', 'due') and is_ordered and is_reported" if _any_group('is_reported') else 'false' }}
            union all
            select
                order_group,
                group_key,
                message_id,
                arrival_us
            from ({{ in_delivery_rows(batch) }})
            union all
            select
                order_group,
                group_key,
                target.message_id,
                -9223372036854775808
            from resent
        ) as known
        group by message_id
    ) as messages
        on reported.kind = 'delivery' and reported.record.message_id = messages.message_id
    left join (
        select
            input_intake,
            input_place,
            array_sort(collect_list(target)) as targets
        from resent
        group by input_intake, input_place
    ) as resends
        on reported.intake = resends.input_intake and reported.place = resends.input_place
{%- endmacro %}
