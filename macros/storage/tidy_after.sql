{% macro tidy_after(relation, number, column, one_row_each) -%}
    {#-
        The batch after which a table's groups are to be merged, as every resequencer__tidy_every-th batch completes one; none
        where it is not time, or there is one group only. A group reaches back to the one before it. Those of fewer than
        resequencer__tidy_every batches are merged; once as many as resequencer__tidy_every squared lie behind the last group that
        wide, all that follow it. What a crash left apart is so merged with the next.
    -#}
    {%- set every = settings().tidy_every -%}
    {%- if number is none or number == 0 or number % every != 0 -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set begin = [0, number - 2 * every * every] | max -%}
    {%- set found = run_query(
        'select distinct cast(' ~ column ~ ' as string) from ' ~ relation ~ ' where ' ~ one_row_each
        ~ ' and ' ~ column ~ ' > ' ~ begin ~ ' and ' ~ column ~ ' <= ' ~ number
    ).columns[0].values() -%}
    {%- set groups = found | map('int') | sort -%}
    {%- set ns = namespace(before=begin, merged=begin, wide=begin) -%}
    {%- for group in groups -%}
        {%- if group - ns.before >= every -%}{%- set ns.merged = group -%}{%- endif -%}
        {%- if group - ns.before >= every * every -%}{%- set ns.wide = group -%}{%- endif -%}
        {%- set ns.before = group -%}
    {%- endfor -%}
    {%- set after = ns.wide if number - ns.wide >= every * every else ns.merged -%}
    {%- do return(after if groups | select('gt', after) | list | length > 1 else none) -%}
{%- endmacro %}
