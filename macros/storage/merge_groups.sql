{% macro merge_groups(relation, number, column, kinds, kind_column) -%}
    {#-
        Writes the partitions of the newest resequencer__tidy_every batches as those of one, named after the newest; and
        after so many such groups, these again. So a row is written at most three times, however many batches follow,
        and the number of files grows by one in resequencer__tidy_every squared. One commit, beside which others write on.
    -#}
    {%- set every = settings().tidy_every -%}
    {%- set width = every * every if number % (every * every) == 0 else every -%}
    {%- set quoted = [] -%}
    {%- for kind in kinds -%}{%- do quoted.append(sql_text(kind)) -%}{%- endfor -%}
    {%- set merged = kind_column ~ ' in (' ~ quoted | join(', ') ~ ') and ' ~ column ~ ' > ' ~ (number - width) ~ ' and ' ~ column ~ ' <= ' ~ number -%}
    {%- do run_query(
        'insert into ' ~ relation ~ ' replace where ' ~ merged
        ~ ' select /*+ rebalance(' ~ kind_column ~ ') */ * except (' ~ column ~ '), cast(' ~ number ~ ' as bigint) as ' ~ column
        ~ ' from ' ~ relation ~ ' where ' ~ merged
    ) -%}
{%- endmacro %}
