{% macro announced_rows(bakes) -%}
    {#-
        known: what the head remembers of the line, on each of its rows. first_announcement: the first last number
        that was announced wins (docs/semantics.md).
    -#}
    {%- set order = down() if bakes else up() -%}
    select
        *,
        first_value(
            case
                when kind = 'head' then named_struct(
                    'threshold', {{ 'head_threshold' if _has_ranked_keys() else 'head.threshold' }},
                    'released_us', head.threshold_released_us,
                    {% if _has_loose_keys() -%}
                    'threshold_ids', head.threshold_ids,
                    {% endif -%}
                    'last_number', {{ 'head_last_number' if _has_ranked_keys() else 'head.last_number' }},
                    'last_at', case when {{ 'head_last_number' if _has_ranked_keys() else 'head.last_number' }} is not null then struct(head.last_us as arrival_us, head.last_intake as intake, head.last_place as place) end
                )
            end
        ) ignore nulls over ({{ order }} {{ whole() }}) as known,
        min(
            case
                when is_ordered and announced_last is not null and not is_contradictory and (start_number is null or number >= start_number)
                    then struct(arrival_us, intake, place, announced_last{{ ', key_value' if _has_ranked_keys() }})
            end
        ) over ({{ order }} {{ whole() }}) as first_announcement
    from {{ 'ranked' if _has_ranked_keys() else 'line' }}
{%- endmacro %}
