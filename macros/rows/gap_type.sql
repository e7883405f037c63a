{% macro gap_type() -%}
    {#-
        A range of numbers below the threshold that have not come. state: skipped; unasked (below the first
        release of start: auto); forgotten (older than max_skipped_ranges: all of it counts as skipped).
    -#}
    {%- do return('struct<range_start: bigint, range_end: bigint, state: string, detected_us: bigint, blocking_us: bigint>') -%}
{%- endmacro %}
