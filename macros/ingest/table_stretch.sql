{% macro table_stretch(landing, fields, bounds, with_others=false) -%}
    {#-
        Which rows of a table lie at or above the lowest cursor of their partition that matters (table_bounds), as a condition by which Spark can
        skip files, and no more than that; of a partition that is new, all. with_others: or in partitions that are not known yet. It can be
        told where the partition is one whole number, as Kafka's is.
    -#}
    {%- set column, is_number = quoted_name(landing.by[0]), landing.by | length == 1 and fields[landing.by[0]] in integer_types() -%}
    {%- set cursor, type = quoted_name(landing.cursor), fields[landing.cursor] -%}
    {%- if not bounds or bounds | length > 200 or flags.FULL_REFRESH or (with_others and not is_number) -%}
        {%- do return(cursor ~ ' is not null') -%}
    {%- endif -%}
    {%- set stretches, numbers = [], [] -%}
    {%- for bound in bounds -%}
        {%- set is_there = table_partition_is(landing, fields, bound.path) -%}
        {%- do stretches.append(is_there ~ ('' if bound.lowest is none else ' and ' ~ cursor ~ ' >= ' ~ literal_of_cursor(bound.lowest, type))) -%}
        {%- do numbers.append(bound.path | int) if bound.path != '/null' -%}
    {%- endfor -%}
    {%- if with_others -%}
        {%- if numbers | length == bounds | length -%}{%- do stretches.append(column ~ ' is null') -%}{%- endif -%}
        {%- for number in numbers | sort -%}
            {%- do stretches.append(column ~ ' < ' ~ number ~ ('' if loop.first else ' and ' ~ column ~ ' > ' ~ loop.previtem)) if loop.first or number > loop.previtem + 1 -%}
            {%- if loop.last -%}{%- do stretches.append(column ~ ' > ' ~ number) -%}{%- endif -%}
        {%- else -%}
            {%- do stretches.append(column ~ ' is not null') -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(cursor ~ ' is not null and (' ~ stretches | join(' or ') ~ ')') -%}
{%- endmacro %}
