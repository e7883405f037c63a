{% macro islands_by_part(batch) -%}
    {#- Reading 3, one row per part: what stands in line below it, and the newest island there, counted from the line's beginning. -#}
    {%- set below = 'over (partition by line_id, group_key order by part asc ' ~ before_this() ~ ')' -%}
    select
        line_id,
        group_key,
        part,
        told_in_line,
        struct(min(lowest) over (partition by line_id, group_key) as told_first_in_line) as line,
        max(struct(arrived.island - shift as island, arrived.arrival_us, arrived.intake, arrived.place)) {{ below }} as told_arrived
        {%- if _bakes() %},
        max(struct(baked.island - shift as island, baked.unbaked_us)) {{ below }} as told_baked
        {%- endif %}
    from (
        select
            *,
            step * told_in_line as shift
        from (
            select
                *,
                coalesce(sum(in_line) {{ below }}, 0) as told_in_line
            from (
                select
                    line_id,
                    group_key,
                    part,
                    step,
                    count(case when is_in_line then 1 end) as in_line,
                    min(case when is_in_line then number end) as lowest,
                    {% if _bakes() -%}
                    max(case when is_in_line then struct(island, -({{ baked_us('reached_us') }}) as unbaked_us) end) as baked,
                    {% endif -%}
                    max(case when is_in_line then struct(island, arrival_us, intake, place) end) as arrived
                from islands
                group by line_id, group_key, part, step
            )
        )
    )
{%- endmacro %}
