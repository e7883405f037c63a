{% macro island_rows(source) -%}
    {#-
        island: its first number. For the n-th message in line, number - step * (n - 1) stays the same within
        a run of consecutive numbers and grows from run to run.
        cover: the skipped range a message at or below the threshold falls into, if it does.
        is_repeated: the same number came again. Of a number that was said not to come: is_met, that it came later all the
        same; comes_for_filled, the message of it that did.
    -#}
    select
        *,
        case
            when is_in_line and is_sequence
                then number - step * (count(case when is_in_line then 1 end) over ({{ up() }} {{ so_far() }}){{ ' + coalesce(told_in_line, 0)' if _is_cut() }} - 1)
        end as island,
        {{ told('min(case when is_in_line then number end) over (' ~ up() ~ ' ' ~ whole() ~ ')', 'told_first_in_line', 'least') }} as first_in_line,
        last(gap) ignore nulls over ({{ up() }} {{ so_far() }}) as cover,
        {% if _fills() -%}
        coalesce(is_fill and (was_met or lead(case when not is_fill and kind = 'message' then number end) ignore nulls over ({{ up() }}) = number), false) as is_met,
        coalesce(
            is_first_to_come and last(case when is_in_line then struct(number, is_fill and not was_met as is_filled) end) ignore nulls over ({{ up() }} {{ so_far() }}) = struct(number, true), false
        ) as comes_for_filled,
        {% endif -%}
        coalesce(lead(number) over ({{ up() }}) = number, false) as is_repeated
    from {{ source }}
{%- endmacro %}
