{% macro long_line_columns() -%}
    {#-
        What is known of a line that is cut into parts (`cut_long_lines`): a name and a type each. Times in microseconds since 1970.
          line_id, group_key         the line
          cut_from, cut_every        the first part ends cut_every numbers after cut_from, each other so many further on
          part_count                 how many parts there are at most
          told_known                 what its head remembers of it
          told_announcement          its first announcement of a last number
          told_first_in_line         the lowest number in line
          told_line                  its `line_totals`
          releasing_from             the parts that release, and the first release of each
    -#}
    {%- set moment = 'struct<arrival_us: bigint, intake: bigint, place: bigint>' -%}
    {%- set totals = [] -%}
    {%- for name in line_totals() -%}
        {%- do totals.append(name ~ ': ' ~ {'line_top': 'struct<number: bigint, unreleased_us: bigint>', 'line_has_changed': 'boolean'}.get(name, 'bigint')) -%}
    {%- endfor -%}
    {%- do return({
        'line_id': 'bigint', 'group_key': 'string', 'cut_from': 'bigint', 'cut_every': 'bigint', 'part_count': 'int',
        'told_known': 'struct<threshold: bigint, released_us: bigint, last_number: bigint, last_at: ' ~ moment ~ '>',
        'told_announcement': 'struct<arrival_us: bigint, intake: bigint, place: bigint, announced_last: bigint>',
        'told_first_in_line': 'bigint',
        'told_line': 'struct<' ~ totals | join(', ') ~ '>',
        'releasing_from': 'array<struct<left_at: ' ~ moment ~ ', part: int>>',
    }) -%}
{%- endmacro %}
