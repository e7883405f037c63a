{% macro timely_rows(bakes) -%}
    {#-
        late(k)  <=>  a >= T + min{ a_j : k_j > k, j arrived before it }
        For T > 0 that j came before it follows; for T = 0 ties in a are why the place in the intake matters.
        A claim is a threshold from its arrival on.
        At the threshold a message of a loose key leaves at once, unless it is a repeat.
    -#}
    {%- set static = _any_group('bake_us', 0) -%}
    select
        *,
        case
            when not is_eligible then false
            when number > threshold or threshold is null then is_first and not is_late
            else is_at_threshold and is_first and not is_late
        end as is_in_line
    from (
        select
            *,
            {% if bakes -%}
            is_eligible and coalesce(
                case
                    when bake_us is null or number < threshold or (is_sequence and number = threshold) then false
                    {% if _any_group('claims') -%}
                    when claimed_above_at < struct(arrival_us, intake, place) then true
                    {% endif -%}
                    when bake_us > 0 then arrival_us >= {{ baked_us('above_us') }}
                    {% if static -%}
                    when above_at < struct(arrival_us, intake, place) then true
                    {% if _has_loose_keys() -%}
                    when is_sequence then false
                    when number = threshold then not {{ _stands_at_threshold() }}
                    -- Equal to what was released is late too, but for the same message once more.
                    else reached_at < struct(arrival_us, intake, place, number, message.message_id)
                        and {{ '(releases_repeats or ' if _any_group('releases_repeats') }}reached_at.message_id <> message.message_id{{ ')' if _any_group('releases_repeats') }}
                    {%- endif %}
                    {%- endif %}
                end, false
            ) as is_late,
            {% if _has_loose_keys() -%}
            coalesce(is_eligible and not is_sequence and number = threshold and not {{ _stands_at_threshold() }}, false) as is_at_threshold
            {%- else -%}
            false as is_at_threshold
            {%- endif %}
            {%- else -%}
            false as is_late,
            false as is_at_threshold
            {%- endif %}
        from weighed
    ) as judged
{%- endmacro %}
