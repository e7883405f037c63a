{% macro less_the_covered(ranges, first, last, splits_unasked) -%}
    {#-
        Skipped ranges, less the numbers from `first` to `last`. What is forgotten stands for itself and all below it, and stays; so does what
        nobody asked for (below the first number with start: auto), unless `splits_unasked`.
    -#}
    flatten(transform({{ ranges }}, one -> case
        when one.state = 'forgotten' or (one.state = 'unasked' and not {{ splits_unasked }}) or one.range_end < {{ first }} or one.range_start > {{ last }} then array(one)
        else filter(
            array(
                {{ row_with('one', row_fields().skipped_range, range_end='try_subtract(' ~ first ~ ', 1)') }},
                {{ row_with('one', row_fields().skipped_range, range_start='try_add(' ~ last ~ ', 1)') }}
            ),
            piece -> piece.range_start <= piece.range_end
        )
    end))
{%- endmacro %}
