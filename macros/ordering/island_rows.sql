{% macro island_rows() -%}
    {#-
        island: its first number. For the n-th message in line, number - step * (n - 1) stays the same within
        a run of consecutive numbers and grows from run to run.
        cover: the skipped range a message at or below the threshold falls into, if it does.
    -#}
    select
        *,
        case
            when is_in_line and is_sequence
                then number - step * (count(case when is_in_line then 1 end) over ({{ up() }} {{ so_far() }}) - 1)
        end as island,
        last(gap) ignore nulls over ({{ up() }} {{ so_far() }}) as cover
    from timely
{%- endmacro %}
