{% macro cut_rows(source) -%}
    {#-
        The line, each row with its part, null but in a long line, and with what is told of that. All that the last run released
        or skipped is in the lowest part. Doubles round, but never turn two numbers round.
    -#}
    select
        * except (cut_from, cut_every, part_count),
        case
            when part_count is not null
                then cast(coalesce(least(greatest(floor((cast(number as double) - cast(cut_from as double)) / cut_every), 0), part_count - 1), 0) as int)
        end as part
    from {{ lined_rows(source, ['cut_from', 'cut_every', 'part_count', 'told_known', 'told_announcement', 'told_first_in_line']) }}
{%- endmacro %}
