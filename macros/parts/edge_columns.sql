{% macro edge_columns() -%}
    {#-
        What a part of a line must know of the parts below and above it (`cut_long_lines`): a name and a type each. Times in
        microseconds since 1970.
          line_id, group_key, part   the part; the lowest is 0
          is_top                     nothing is above it
          told_above_at              the first arrival above it that bakes
          told_received              the highest number below it that has come
          told_in_line               how many stand in line below it
          told_arrived, told_baked   of the island that may reach it from below, as `due_rows` has them
          told_positions             places in the order of release given below it
          told_released_us           the last release below it
          told_gaps_above            how many skipped ranges there are above it
    -#}
    {%- do return({
        'line_id': 'bigint', 'group_key': 'string', 'part': 'int', 'is_top': 'boolean',
        'told_above_at': 'struct<arrival_us: bigint, intake: bigint, place: bigint>',
        'told_received': 'bigint',
        'told_in_line': 'bigint',
        'told_arrived': 'struct<island: bigint, arrival_us: bigint, intake: bigint, place: bigint>',
        'told_baked': 'struct<island: bigint, unbaked_us: bigint>',
        'told_positions': 'bigint',
        'told_released_us': 'bigint',
        'told_gaps_above': 'bigint',
    }) -%}
{%- endmacro %}
