{% macro measured_rows() -%}
    {#-
        late_by = effective arrival - release of the threshold then in force: the latest release of the line
        up to the moment the late message came. The one window that reads the line by time.
    -#}
    select
        * except (event_us),
        case
            when reason = 'late' then
                (
                    arrival_us
                    - max(case when kind = 'head' then head.threshold_released_us when is_released then due_us end)
                        over (partition by line_id, group_key order by event_us asc range between unbounded preceding and current row)
                ) div 1000
        end as late_by_ms
    from (
        select
            *,
            case when is_released then due_us when kind = 'message' then arrival_us end as event_us
        from counted
    ) as events
{%- endmacro %}
