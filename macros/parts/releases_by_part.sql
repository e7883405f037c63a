{% macro releases_by_part(batch) -%}
    {#-
        Reading 4, one row per part: the totals of the line, from those of its parts, and what is released and skipped beside it.
        Ranges are skipped below numbers up to the threshold (`skipped_piece`): in the part it lies in, up to there.
    -#}
    {%- set line = 'over (partition by line_id, group_key)' -%}
    {%- set below = 'over (partition by line_id, group_key order by part asc ' ~ before_this() ~ ')' -%}
    {%- set above = 'over (partition by line_id, group_key order by part asc rows between 1 following and unbounded following)' -%}
    select
        line_id,
        group_key,
        part,
        coalesce(sum(line_last_position) {{ below }}, 0) as told_positions,
        max(released_us) {{ below }} as told_released_us,
        coalesce(sum(case when highest <= threshold then gap_count else gaps_to_top end) {{ above }}, 0) as told_gaps_above,
        -- Once a line: it is as long as the line has parts.
        case when part = min(part) {{ line }} then struct(
            named_struct(
                {%- for column, total in line_totals().items() %}
                '{{ column }}', {{ total.split('(') | first | trim | replace('count', 'sum') }}({{ column }}) {{ line }}{{ ',' if not loop.last }}
                {%- endfor %}
            ) as told_line,
            array_sort(collect_list(case when releasing_from is not null then struct(releasing_from as left_at, part) end) {{ line }}) as releasing_from
        ) end as line
    from (
        select
            *,
            max(line_top) {{ line }}.number as threshold
        from (
            select
                line_id,
                group_key,
                part,
                {% for column, total in line_totals().items() -%}
                {{ total }} as {{ column }},
                {% endfor -%}
                max(case when {{ has_turn() }} then due_us end) as released_us,
                min(case when {{ has_turn() }} then left_at end) as releasing_from,
                max(number) as highest,
                count(case when leaves_gap then 1 end) as gap_count,
                count(case when leaves_gap and number <= top then 1 end) as gaps_to_top
            from (
                select
                    *,
                    is_sequence and is_new_number and number > coalesce(received_below + step, threshold + step, start_number, -9223372036854775808) as leaves_gap
                from (
                    select
                        *,
                        {{ received_below() }} as received_below,
                        max(case when {{ has_turn() }} then number end) over ({{ up() }} {{ whole() }}) as top
                    from {{ edged_rows('decided', ['told_received']) }}
                )
            )
            group by line_id, group_key, part
        )
    )
{%- endmacro %}
