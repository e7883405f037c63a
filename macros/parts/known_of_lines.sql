{% macro known_of_lines() -%}
    {#-
        Reading 1, one row per long line: its head, its first announcement, and where to cut it. Most numbers of a line lie between
        two that are in its first and last hundredth; what is known of the last run stays in the lowest part.
    -#}
    select
        line_id,
        group_key,
        told_known,
        told_announcement,
        cut_from,
        greatest(cast(ceil((cast(highest as double) - cast(cut_from as double)) / part_count) as bigint), 1) as cut_every
    from (
        select
            *,
            greatest(lowest, told_known.threshold) as cut_from
        from (
            select
                line_id,
                group_key,
                part_count,
                max(remembered) as told_known,
                min(announcement) as told_announcement,
                percentile_approx(number, 0.01) as lowest,
                percentile_approx(number, 0.99) as highest
            from ({{ announcing_rows(lined_rows('line', ['part_count'])) }})
            where part_count is not null
            group by line_id, group_key, part_count
        )
    )
{%- endmacro %}
