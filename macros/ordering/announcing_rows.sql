{% macro announcing_rows(source) -%}
    {#-
        What each row tells of its line. remembered: of a head, what it remembers. announcement: of a message that announces
        a last number, when it did, and which.
        height: the number, the largest bigint as null: above all. A frame of numbers that ends at number + 1 would
        wrap there, and take in the whole line for it and all after it.
    -#}
    {%- set head_threshold = 'head_threshold' if _has_ranked_keys() else 'head.threshold' -%}
    {%- set head_last_number = 'head_last_number' if _has_ranked_keys() else 'head.last_number' -%}
    {%- set sessions = _any_group('session_us') -%}
    select
        *,
        case
            when kind = 'head' then named_struct(
                'threshold', {{ head_threshold }},
                'released_us', head.threshold_released_us,
                {% if _has_loose_keys() -%}
                'threshold_ids', head.threshold_ids,
                {% endif -%}
                'last_number', {{ head_last_number }},
                {% if _any_group('max_stand_ins') -%}
                'suspended_at', head.suspended_at,
                'left_threshold', head.left_threshold,
                {% endif -%}
                'last_at', case when {{ head_last_number }} is not null then struct(head.last_us as arrival_us, head.last_intake as intake, head.last_place as place) end
            )
        end as remembered,
        case
            when is_ordered and announced_last is not null and not is_contradictory and (start_number is null or number >= start_number)
                then struct(arrival_us, intake, place, announced_last{{ ', key_value' if _has_ranked_keys() }})
        end as announcement
    from (
        select
            *,
            nullif(number, 9223372036854775807) as height,
            {{ 'case when not is_session then ' if sessions }}{{ announced_last() }}{{ ' end' if sessions }} as announced_last,
            {{ is_contradictory() }}{{ ' and not is_session' if sessions }} as is_contradictory
        from {{ source }}
    ) as told
{%- endmacro %}
