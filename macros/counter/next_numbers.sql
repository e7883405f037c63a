{% macro next_numbers(messages, counted, by, order_by, number='sequence_number') -%}
    {#-
        Messages with the next numbers of their sequences, as a query: each sequence goes on from the highest number that `counted` has of it, by 1, in
        the order of `order_by`; from 1 at first. Numbers have no gap, and none is given twice, if what is counted is written in one commit.
    -#}
    select
        {{ messages }}.*,
        coalesce(newest.number, 0) + row_number() over (partition by {{ messages }}.{{ by }} order by {{ order_by }}) as {{ number }}
    from {{ messages }}
    left join (
        select
            {{ by }} as counted_by,
            max({{ number }}) as number
        from {{ counted }}
        group by {{ by }}
    ) as newest
        on {{ messages }}.{{ by }} <=> newest.counted_by
{%- endmacro %}
