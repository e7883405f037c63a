{% macro cut_long_lines(batch, row_count) -%}
    {#-
        Has lines with many rows worked out in parts of resequencer__part_size rows: ranges of numbers, each a line of its own to
        every window, and a task of its own to Spark. With auto only lines of more than a twentieth of the run's rows, as others
        hold nothing up, and in some hundred parts at most, as what is told of them is written into the query.
        What a part must know of those beside it is asked for before. Each reading takes as little of a row as it needs, and
        what the one before has told:
          1  what is known of the whole line
          2  since when something higher has been there
          3  which island reaches it from below
          4  what is released and skipped below and above it, and what the line comes to
        Each is an aggregate by part, then a prefix (or suffix) over the parts. The formulas are those of the ledger.
    -#}
    {%- set size = settings().part_size or [50000, row_count // 100] | max -%}
    {%- set long_from = settings().part_size or [size, row_count // 20] | max -%}
    {%- if row_count <= size or not execute or flags.WHICH not in ['run', 'build', 'retry'] or not _may_be_cut() -%}
        {%- do return(none) -%}
    {%- endif -%}
    {#- Which lines are long need not be exact: of each some thousand rows are counted. -#}
    {%- set every = [size // 1000, 1] | max -%}
    {%- set lines = asked_rows(
        line_before(batch) ~ 'select ' ~ line_id('order_group', 'group_key') ~ ' as line_id, group_key, ceil(count(*) * ' ~ every ~ ' / ' ~ size ~ ') as part_count'
        ~ ' from line where ' ~ ('rand() < 1 / ' ~ every ~ ' and ' if every > 1) ~ 'is_ordered'
        ~ ' group by order_group, group_key having count(*) * ' ~ every ~ ' > ' ~ long_from
    ) -%}
    {%- if not lines -%}{%- do return(none) -%}{%- endif -%}

    {%- set parts = {'lines': {}, 'edges': {}} -%}
    {%- for line in lines -%}
        {%- do parts.lines.update({(line.line_id, line.group_key): line}) -%}
    {%- endfor -%}
    {%- do context.update({'_resequencer_parts': parts}) -%}
    {%- for line in asked_rows(line_before(batch) ~ known_of_lines()) -%}
        {%- do parts.lines[line.line_id, line.group_key].update(line) -%}
    {%- endfor -%}
    {%- for reading in [arrivals_by_part, islands_by_part, releases_by_part] -%}
        {%- for edge in asked_rows(line_before(batch) ~ reading(batch)) -%}
            {%- set line = parts.lines[edge.line_id, edge.group_key] -%}
            {%- set told = edge.pop('line', {}) -%}
            {%- do line.update(told) -%}
            {%- do parts.edges.setdefault((edge.line_id, edge.group_key, edge.part), {}).update(edge) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do log('resequencer: ' ~ lines | length ~ ' long lines, in ' ~ parts.edges | length ~ ' parts', info=true) -%}
{%- endmacro %}
