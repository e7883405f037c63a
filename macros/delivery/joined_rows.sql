{% macro joined_rows(source) -%}
    {#-
        The line beside what became of its messages (delivery_rows).
          line_gate      what the line carries of its deliveries
          ended          how the sequence was ended before its last number, or null
          comes_late     it comes after that
          first_waiting  the lowest number that has its turn, and has not been sent
    -#}
    select
        *,
        {% if _fills() -%}
        min(case when delivers and not is_fill and has_turn and sent_us is null then number end) over ({{ line_partition() }}) as first_waiting,
        {% endif -%}
        coalesce(
            delivers and kind = 'message' and is_ordered and ended is not null
            and struct(arrival_us, intake, place) > struct(ended.us as arrival_us, ended.intake as intake, ended.place as place), false
        ) as comes_late
    from (
        select
            *,
            {{ "try_element_at(filter(line_gate.ends, other -> other.epoch = epoch), 1)" if _has_epochs() else 'try_element_at(line_gate.ends, 1)' }} as ended
        from (
            select
                {% if settings().arrivals_relation is not none -%}
                * except (facts),
                -- Rows of a table that are alike in everything have one place, and what is remembered one row.
                case when row_number() over (partition by line_id, group_key, intake, place order by number) = 1 then facts end as facts,
                {%- else -%}
                *,
                {%- endif %}
                max(gate) over (partition by line_id, group_key) as line_gate
            from {{ source }}
            left join delivery
                on {{ source }}.delivers and {{ source }}.kind in ('head', 'message', 'due'){{ ' and not is_fill' if _fills() }}
                and {{ source }}.line_id = delivery.delivery_line_id and {{ source }}.group_key = delivery.delivery_group_key
                and {{ source }}.intake <=> delivery.sent_intake and {{ source }}.place <=> delivery.sent_place
        ) as delivering
    ) as ending
{%- endmacro %}
