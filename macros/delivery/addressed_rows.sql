{% macro addressed_rows(batch) -%}
    {#-
        The deliveries and actions, each with the sequence it is about (order_group, group_key), or with what is wrong with it
        (reason, detail); targets: what a resend sends again. A delivery is about a message that is held, or has been sent and
        waits for an outcome or a decision, or is sent again; where several sequences have one of that id, in the sequence it
        names, or else in the one it had come to last by then. What is later than the clock waits (is_later).
    -#}
    select
        reported.* except (fault, stated_line),
        case when fault is null then coalesce(messages.line, stated_line).order_group end as order_group,
        case when fault is null then coalesce(messages.line, stated_line).group_key end as group_key,
        coalesce(fault is null and at_us > {{ batch.clock_us }}, false) as is_later,
        case when fault is not null then fault.reason when kind = 'delivery' and messages.line is null then 'unknown_message' end as reason,
        case
            when fault is not null then fault.detail
            when kind = 'delivery' and messages.line is null then concat('no message ', record.message_id, ' is held, or waits for an outcome')
        end as detail,
        coalesce(resends.targets, cast(array() as array<{{ attempt_type() }}>)) as targets
    from reported
    left join (
        -- One row per delivery, in order of time after the messages of its id, and of the sequence it names.
        select
            intake,
            place,
            coalesce(
                last_value(line) ignore nulls over (
                    partition by message_id, of_line order by at_us asc, is_delivery asc
                    rows between unbounded preceding and current row
                ),
                first_value(line) ignore nulls over (
                    partition by message_id, of_line order by at_us asc, is_delivery asc
                    rows between current row and unbounded following
                )
            ) as line,
            is_delivery
        from (
            select
                known.message_id,
                of_line,
                known.came_us as at_us,
                false as is_delivery,
                known.line,
                cast(null as bigint) as intake,
                cast(null as bigint) as place
            from (
                select
                    message_id,
                    struct(order_group, group_key) as line,
                    min(arrival_us) as came_us
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
                ) as standing
                group by message_id, order_group, group_key
            ) as known
            left semi join reported
                on reported.kind = 'delivery' and reported.record.message_id = known.message_id
            lateral view explode(array(known.line, null)) lines as of_line
            union all
            select
                record.message_id,
                stated_line,
                at_us,
                true,
                null,
                intake,
                place
            from reported
            where kind = 'delivery' and fault is null
        ) as told
    ) as messages
        on messages.is_delivery and reported.intake = messages.intake and reported.place = messages.place
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
