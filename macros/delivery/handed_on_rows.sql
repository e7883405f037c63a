{% macro handed_on_rows(source, clock) -%}
    {#-
        A message whose turn has come leaves when it is sent (delivery_rows). leaves_us: when a row's message leaves, or will;
        line_gate: what the line carries of its deliveries; delivery_facts: what is written of them beside the line.
    -#}
    select
        * except (reason, delivery_line_id, delivery_group_key, sent_intake, sent_place, sent_us, gate),
        verdict = 'released' as is_released,
        case
            when not is_kept then reason
            when exists(line_gate.stops, stop -> stop.reason = 'parked') then 'parked'
            when size(line_gate.stops) > 0 then 'suspended'
            else 'awaiting_acknowledgement'
        end as reason
    from (
        select
            * except (is_released, verdict),
            case when is_kept then 'pending' else verdict end as verdict
        from (
            select
                *,
                max(gate) over ({{ line_partition() }}) as line_gate,
                case when delivers then sent_us else {{ leaving_us() }} end as leaves_us,
                coalesce(delivers and verdict = 'released' and sent_us is null, false) as is_kept
            from {{ source }}
            left join delivery
                on {{ source }}.delivers and {{ source }}.kind in ('head', 'message', 'due')
                and {{ source }}.line_id = delivery.delivery_line_id and {{ source }}.group_key = delivery.delivery_group_key
                and {{ source }}.intake <=> delivery.sent_intake and {{ source }}.place <=> delivery.sent_place
        ) as joined
    ) as kept
{%- endmacro %}
