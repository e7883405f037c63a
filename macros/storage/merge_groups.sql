{% macro merge_groups(relation, after, number, column, kinds, kind_column) -%}
    {#-
        Writes the partitions of the batches after `after` (tidy_after) up to `number` as those of one, named after the newest.
        So a row is written three times, however many batches follow, and the number of files grows by one in
        resequencer__tidy_every squared. One commit, beside which others write on.
    -#}
    {%- set merged = kind_column ~ ' in ' ~ sql_texts(kinds) ~ ' and ' ~ column ~ ' > ' ~ after ~ ' and ' ~ column ~ ' <= ' ~ number -%}
    {%- do run_query(
        'insert into ' ~ relation ~ ' replace where ' ~ merged
        ~ ' select /*+ rebalance(' ~ kind_column ~ ') */ * except (' ~ column ~ '), cast(' ~ number ~ ' as bigint) as ' ~ column
        ~ ' from ' ~ relation ~ ' where ' ~ merged
    ) -%}
{%- endmacro %}
