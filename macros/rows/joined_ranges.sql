{% macro joined_ranges(ranges) -%}
    {#- Ranges of numbers of which those that lie side by side, with one state, are one. -#}
    aggregate(
            array_sort({{ ranges }}),
            cast(array() as array<{{ row_type('skipped_range') }}>),
            (joined, one) -> case
                when try_element_at(joined, -1).range_end + 1 = one.range_start and try_element_at(joined, -1).state = one.state
                    then array_append(slice(joined, 1, size(joined) - 1), named_struct(
                        'range_start', try_element_at(joined, -1).range_start, 'range_end', one.range_end, 'state', one.state,
                        'detected_us', try_element_at(joined, -1).detected_us, 'blocking_us', try_element_at(joined, -1).blocking_us
                    ))
                else array_append(joined, one)
            end
        )
{%- endmacro %}
