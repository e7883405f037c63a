{% macro line_rows(clock) -%}
    {#-
        kind: message, head, gap. number: of a message its key, of a gap its first number, of a head null.
        line_id is a hash, cheap to compare; together with group_key it is the line.
        dedupe_id: what tells two messages of one number apart (nothing, where numbers are unique).
    -#}
    select
        rows_.*,
        order_groups.is_sequence,
        order_groups.bake_us,
        order_groups.start_number,
        order_groups.step,
        case when order_groups.is_sequence or kind <> 'message' then '' else message_id end as dedupe_id,
        coalesce(kind <> 'message' or (rejection_outlet is null and arrival_us <= {{ clock }}), false) as is_ordered,
        case
            when kind <> 'message' or (rejection_outlet is null and arrival_us <= {{ clock }})
                then xxhash64(rows_.order_group, group_key)
            else xxhash64(intake, place)
        end as line_id
    from (
        select
            'message' as kind,
            true as is_new,
            ruleset,
            order_group,
            group_key,
            message_id,
            sequence_number as number,
            sort_key,
            arrived_us,
            arrival_us,
            intake,
            place,
            is_last,
            sequence_total,
            message_type,
            properties,
            body,
            raw_record,
            rejection_outlet,
            rejection_reason,
            rejection_detail,
            cast(null as {{ head_type() }}) as head,
            cast(null as {{ gap_type() }}) as gap
        from arriving
        union all
        select
            case when gap is not null then 'gap' when head is not null then 'head' else 'message' end,
            false,
            ruleset,
            order_group,
            sequence_id,
            message_id,
            case when gap is not null then gap.range_start else sequence_number end,
            sort_key,
            unix_micros(arrived_at),
            unix_micros(effective_arrived_at),
            intake,
            place,
            is_last,
            sequence_total,
            message_type,
            properties,
            body,
            raw_record,
            rejection_outlet,
            rejection_reason,
            detail,
            head,
            gap
        from carried
    ) as rows_
    left join order_groups on rows_.order_group = order_groups.order_group
{%- endmacro %}
