{% macro count_of_covered(ranges, first, last) -%}
    {#- How many of the numbers from `first` to `last` were given up and are missing so far, as SQL. -#}
    aggregate(
        filter({{ ranges }}, one -> one.state not in ('unasked', 'forgotten')), 0L,
        (count, one) -> count + greatest(least(one.range_end, {{ last }}) - greatest(one.range_start, {{ first }}) + 1, 0L)
    )
{%- endmacro %}
