{% macro measured_rows() -%}
    {%- set claims = _any_group('claims') -%}
    {#-
        late_by = effective arrival - release of the threshold then in force: of the highest number released
        before the late message came, when it first was. The one window that reads the line by time.
    -#}
    select
        * except (event_at),
        case
            when reason = 'late' then
                (
                    arrival_us
                    + max(
                        case
                            when kind = 'head' then struct(threshold as number, -head.threshold_released_us as unreleased_us)
                            when is_released then struct(number, -due_us as unreleased_us)
                            {%- if claims %}
                            when kind = 'claim' and number is not null then struct(number, -arrival_us as unreleased_us)
                            {%- endif %}
                        end
                    ) over (partition by line_id, group_key order by event_at asc {{ so_far() }}).unreleased_us
                ) div 1000
        end as late_by_ms
    from (
        select
            * except (left_at),
            case when is_released then left_at when kind in ('message', 'claim') then struct(arrival_us, intake, place) end as event_at
        from pieced
    ) as events
{%- endmacro %}
