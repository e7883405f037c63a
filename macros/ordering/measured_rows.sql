{% macro measured_rows() -%}
    {#-
        late_by = effective arrival - release of the threshold then in force: of the highest number released
        up to the moment the late message came, when it first was. The one window that reads the line by time.
    -#}
    select
        * except (event_us),
        case
            when reason = 'late' then
                (
                    arrival_us
                    + max(
                        case
                            when kind = 'head' then struct(threshold as number, -head.threshold_released_us as unreleased_us)
                            when is_released then struct(number, -due_us as unreleased_us)
                        end
                    ) over (partition by line_id, group_key order by event_us asc range between unbounded preceding and current row).unreleased_us
                ) div 1000
        end as late_by_ms
    from (
        select
            *,
            case when is_released then due_us when kind = 'message' then arrival_us end as event_us
        from pieced
    ) as events
{%- endmacro %}
