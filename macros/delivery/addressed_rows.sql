{% macro addressed_rows(batch) -%}
    {#-
        The deliveries and actions, each with the sequence it is about (order_group, group_key), or with why it is about
        none (reason, detail); targets: what a resend sends again. A delivery is about a message that is held, or has
        been sent and waits for an outcome or a decision, or is sent again: of several with one id about the one that came last. What is later than the clock waits (is_later).
    -#}
    {%- set previous = 'batch_group = ' ~ batch.previous -%}
    select
        * except (fault, message_line, action_line),
        case when fault is null then coalesce(message_line, action_line).order_group end as order_group,
        case when fault is null then coalesce(message_line, action_line).group_key end as group_key,
        coalesce(fault is null and at_us > {{ batch.clock_us }}, false) as is_later,
        case
            when fault is not null then fault.reason
            when kind = 'delivery' and message_line is null then 'unknown_message'
            when kind = 'action' and action_line is null then 'unknown_sequence'
        end as reason,
        case
            when fault is not null then fault.detail
            when kind = 'delivery' and message_line is null then concat('no message ', record.message_id, ' is held, or waits for an outcome')
            when kind = 'action' and action_line is null then concat('of ', ruleset, ' there is no sequence ', coalesce(record.sequence_id, ''))
        end as detail
    from (
        select
            reported.*,
            message_lines.line as message_line,
            coalesce(resends.targets, cast(array() as array<{{ attempt_type() }}>)) as targets,
            case when lines.order_group is not null then struct(lines.order_group, lines.group_key) end as action_line
        from (
            select
                *,
                {{ by_ruleset('order_group') }} as stated_order_group
            from reported
        ) as reported
        left join (
            select
                inputs.intake,
                inputs.place,
                max_by(
                    struct(messages.order_group, messages.group_key),
                    struct(messages.arrival_us <= inputs.at_us, messages.arrival_us, messages.order_group, messages.group_key)
                ) as line
            from reported as inputs
            inner join (
                select
                    order_group,
                    group_key,
                    message_id,
                    arrival_us
                from arriving
                where rejection_outlet is null
                {% if batch.previous is not none -%}
                union all
                select
                    order_group,
                    sequence_id,
                    message_id,
                    unix_micros(effective_arrived_at)
                from {{ this }}
                where disposition in ('pending', 'flight') and rejection_outlet is null and {{ previous }}
                union all
                select
                    order_group,
                    sequence_id,
                    stop.message_id,
                    stop.sent_us
                from {{ this }}
                lateral view explode(head.gate.stops) stops as stop
                where (disposition = 'head' and {{ previous }}){{ " or disposition = 'closed'" if batch.has_closed }}
                union all
                select
                    order_group,
                    group_key,
                    target.message_id,
                    -9223372036854775808
                from resent
                {%- endif %}
            ) as messages
                on inputs.kind = 'delivery' and inputs.record.message_id = messages.message_id
            where {{ among_delivering('messages.order_group') }}
            group by inputs.intake, inputs.place
        ) as message_lines
            on reported.kind = 'delivery' and reported.intake = message_lines.intake and reported.place = message_lines.place
        left join (
            select order_group, group_key from arriving where rejection_outlet is null
            {% if batch.previous is not none -%}
            union
            select order_group, sequence_id from {{ this }}
            where disposition = 'closed' or (disposition in ('head', 'pending') and rejection_outlet is null and batch_group = {{ batch.previous }})
            {% else -%}
            group by order_group, group_key
            {% endif -%}
        ) as lines
            on reported.kind = 'action' and reported.stated_order_group = lines.order_group
            and coalesce(reported.record.sequence_id, '') = lines.group_key
        left join (
            select
                input_intake,
                input_place,
                array_sort(collect_list(target)) as targets
            from resent
            group by input_intake, input_place
        ) as resends
            on reported.intake = resends.input_intake and reported.place = resends.input_place
    ) as located
{%- endmacro %}
