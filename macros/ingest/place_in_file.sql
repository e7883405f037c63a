{% macro place_in_file() -%}
    {#-
        A number that ascends along a text file. Spark reads a file in blocks of at least 4 MiB and, within
        one, in order; monotonically_increasing_id counts in its lower 33 bits.
    -#}
    shiftleft(shiftright(_metadata.file_block_start, 22), 33) + (monotonically_increasing_id() & 8589934591)
{%- endmacro %}
