{% macro measured_rows() -%}
    {#-
        late_by = effective arrival - release of the threshold then in force: of the highest number released
        before the late message came, or as it came, when it first was. The one window that reads the line by time.
    -#}
    select
        * except (event_at),
        case
            when reason = 'late'{{ ' and not comes_for_filled' if _fills() }} then
                (
                    arrival_us
                    + max({{ threshold_since() | indent(20) }}) over ({{ line_partition() }} order by event_at asc range between unbounded preceding and current row).unreleased_us
                ) div 1000
        end as late_by_ms
    from (
        select
            * except (left_at),
            case when {{ has_turn() }} then left_at when kind in ('message', 'claim') then struct(arrival_us, intake, place) end as event_at
        from pieced
    ) as events
{%- endmacro %}
