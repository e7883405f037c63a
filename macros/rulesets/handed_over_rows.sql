{% macro handed_over_rows(relation, order, count='1') -%}
    {#-
        The batch in which each row of an outlet is handed over, where a batch hands over at most `capacity` of a
        queue. Rows take places in order of `order`, `count` places each; batch b has the places from capacity x b on.
        The n-th place taken is the next free one, yet none before its own batch begins:
            place(n) = max( capacity x b(n), place(n - 1) + 1 ) = n + max{ capacity x b(m) - m : m <= n }
        So nothing needs to be remembered. Columns wanted: queue, capacity, batch_id.
    -#}
    select
        * except (places_before, first_place),
        (first_place + places_before + {{ count }} - 1) div capacity as handover_batch_id
    from (
        select
            *,
            max(capacity * batch_id - places_before) over (partition by queue order by {{ order }} rows between unbounded preceding and current row) as first_place
        from (
            select
                *,
                cast(sum({{ count }}) over (partition by queue order by {{ order }} rows between unbounded preceding and current row) - {{ count }} as bigint) as places_before
            from {{ relation }} as leaving
        ) as placed
    ) as waiting
{%- endmacro %}
