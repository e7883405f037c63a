{% macro line_rows(clock) -%}
    {#-
        kind: message, head, gap. number: of a message its key, of a gap its first number, of a head null.
        height: the number, the largest bigint as null: above all. A frame of numbers that ends at number + 1 would
        wrap there, and take in the whole line for it and all after it.
        line_id is a hash, cheap to compare; together with group_key it is the line.
        announced_last: the last number a message announces, by its flag or as a total.
        message: what is only written again, in one column: Spark copies it as a whole through every window.
        Of the raw record nothing is kept but where it may have to be shown: of a failure.
    -#}
    select
        {{ order_group_field('is_sequence') }} as is_sequence,
        {{ order_group_field('bake_us') }} as bake_us,
        {{ order_group_field('start_number') }} as start_number,
        {{ order_group_field('step') }} as step,
        rows_.order_group,
        rows_.group_key,
        rows_.kind,
        rows_.is_new,
        rows_.number,
        nullif(rows_.number, 9223372036854775807) as height,
        rows_.arrival_us,
        rows_.intake,
        rows_.place,
        rows_.rejection_outlet,
        coalesce(case when rows_.message.is_last then rows_.number end, {{ total_as_last() }}) as announced_last,
        coalesce(rows_.message.is_last and {{ total_as_last() }} <> rows_.number, false) as is_contradictory,
        rows_.message,
        {% if _has_ranked_keys() -%}
        rows_.key_value,
        rows_.last_key_value,
        {% endif -%}
        rows_.head,
        rows_.gap,
        {% if _has_loose_keys() -%}
        case when {{ order_group_field('is_sequence') }} or kind <> 'message' then '' else message.message_id end as dedupe_id,
        {% endif -%}
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
            order_group,
            group_key,
            sequence_number as number,
            arrival_us,
            intake,
            place,
            rejection_outlet,
            {{ message_struct('arrived_us', 'rejection_detail') }} as message,
            {% if _has_ranked_keys() -%}
            key_value,
            cast(null as {{ key_value_type() }}) as last_key_value,
            {% endif -%}
            cast(null as {{ head_type() }}) as head,
            cast(null as {{ gap_type() }}) as gap
        from arriving
        union all
        select
            case when gap is not null then 'gap' when head is not null then 'head' else 'message' end,
            false,
            order_group,
            sequence_id,
            case when gap is not null then gap.range_start else sequence_number end,
            unix_micros(effective_arrived_at),
            intake,
            place,
            rejection_outlet,
            case when gap is null and head is null then {{ message_struct('unix_micros(arrived_at)', 'detail') }} end,
            {% if _has_ranked_keys() -%}
            key_value,
            last_key_value,
            {% endif -%}
            head,
            gap
        from carried
    ) as rows_
    {{- order_groups_join('rows_', '(' ~ order_groups_relation() ~ ')') }}
{%- endmacro %}
