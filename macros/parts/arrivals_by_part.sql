{% macro arrivals_by_part(batch) -%}
    {#- Reading 2, one row per part: since when something above it has been there, and which number below it has come. -#}
    select
        line_id,
        group_key,
        part,
        lead(true) over (partition by line_id, group_key order by part asc) is null as is_top,
        min(first_at) over (partition by line_id, group_key order by part asc rows between 1 following and unbounded following) as told_above_at,
        max(highest_received) over (partition by line_id, group_key order by part asc {{ before_this() }}) as told_received
    from (
        select
            line_id,
            group_key,
            part,
            min(case when baking_us is not null then struct(arrival_us, intake, place) end) as first_at,
            max(case when is_eligible and (threshold is null or number > threshold) then number end) as highest_received
        from ({{ baking_rows() }})
        group by line_id, group_key, part
    )
{%- endmacro %}
