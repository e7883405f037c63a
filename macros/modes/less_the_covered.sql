{% macro less_the_covered(ranges, first, last) -%}
    {#-
        Skipped ranges, less the numbers from `first` to `last`, as SQL. What is forgotten stands for itself and all below it, and stays.
    -#}
    flatten(transform({{ ranges }}, one -> case
        when one.state = 'forgotten' or one.range_end < {{ first }} or one.range_start > {{ last }} then array(one)
        else filter(
            array(
                {{ row_with('one', row_fields().skipped_range, range_end='try_subtract(' ~ first ~ ', 1)') }},
                {{ row_with('one', row_fields().skipped_range, range_start='try_add(' ~ last ~ ', 1)') }}
            ),
            piece -> piece.range_start <= piece.range_end
        )
    end))
{%- endmacro %}
