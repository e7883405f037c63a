{% macro measured_rows() -%}
    {#-
        late_by = effective arrival - release of the threshold then in force: of the highest number released
        before the late message came, or as it came, when it first was. The one window that reads the line by time: of a
        long line a part, what is late in the one that released when it came.
    -#}
    {%- set partition = 'partition by line_id, group_key, part_then' if _is_cut() else line_partition() -%}
    select
        * except (event_at{{ ', part_then' if _is_cut() }}),
        case
            when reason = 'late'{{ ' and not comes_for_filled' if _fills() }} then
                (
                    arrival_us
                    + max({{ threshold_since() | indent(20) }}) over ({{ partition }} order by event_at asc range between unbounded preceding and current row).unreleased_us
                ) div 1000
        end as late_by_ms
    from (
        select
            * except (left_at{{ ', releasing_from' if _is_cut() }}),
            {% if _is_cut() -%}
            case
                when reason = 'late' and part is not null
                    then coalesce(array_max(transform(filter(releasing_from, release -> release.left_at <= struct(arrival_us, intake, place)), release -> release.part)), 0)
                else part
            end as part_then,
            {% endif -%}
            case when {{ has_turn() }} then left_at when kind in ('message', 'claim') then struct(arrival_us, intake, place) end as event_at
        from {{ lined_rows('pieced', ['releasing_from']) }}
    ) as events
{%- endmacro %}
