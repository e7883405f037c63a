{% macro table_bounds(arrivals, landing) -%}
    {#-
        What the manifest in `arrivals` (none on the first run) knows of a table's partitions, in order of path: [{path, known, again_from, lowest,
        intakes}]. known: the highest cursor that was read. again_from: from there on rows are read that turn up at or below it; from `lowest`
        on they are counted as missed. intakes: where arrivals have rows of these. With --full-refresh the whole table is looked at: none.
    -#}
    {%- set bounds = {} -%}
    {%- if arrivals is none -%}
        {%- do return([]) -%}
    {%- endif -%}
    {%- set span = lookback() -%}
    {#- Behind a sign, a partition that looks like a number stays a text. -#}
    {%- set read = run_query(
        "select concat('=', file_path) as path, cast(known as string) as known, cast(place as string) as place, cast(intake as string) as intake from ("
        ~ 'select *, max(place) over (partition by file_path) as known from ' ~ arrivals ~ " where kind = 'file')"
        ~ ' where place >= cast(known as decimal(38, 0)) - ' ~ 10 * span ~ ' order by path, intake'
    ).rows -%}
    {%- for row in read -%}
        {%- set path, known = row.path[1:], row.known | int -%}
        {%- if path not in bounds -%}
            {%- do bounds.update({path: {
                'path': path, 'known': known, 'intakes': [],
                'again_from': none if flags.FULL_REFRESH else position_below(known, span),
                'lowest': none if flags.FULL_REFRESH else position_below(known, 10 * span),
            }}) -%}
        {%- endif -%}
        {%- do bounds[path].intakes.append({'intake': row.intake | int, 'place': row.place | int}) -%}
    {%- endfor -%}
    {#- What resequencer__retain has forgotten is not looked at again. -#}
    {%- if read and not flags.FULL_REFRESH -%}
        {%- set there = run_query(
            'select distinct cast(intake as string) from ' ~ arrivals ~ " where kind in ('record', 'missed') and " ~ among_intakes(bounds.values())
        ).columns[0].values() | map('int') | list -%}
        {%- for bound in bounds.values() -%}
            {%- for one in bound.intakes if one.intake not in there -%}
                {%- do bound.update({'lowest': [bound.lowest, one.place + 1] | max}) -%}
            {%- endfor -%}
            {%- do bound.update({'again_from': [bound.again_from, bound.lowest] | max}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(bounds.values() | list) -%}
{%- endmacro %}
