{% macro check_undecodable() -%}
    {#-
        Ends the run with an error where Spark raised over more than resequencer__max_undecodable records that it took in: then an expression
        of resequencer__columns is wrong rather than they. What the run has decided stands: they are failures, the others are in
        order, and the next run goes on behind them. A rebuild says nothing of it anew. What Spark says over each is noted (note_raised).
    -#}
    {%- set batch = current_batch() -%}
    {%- set begins = [] -%}
    {%- for column in tried_columns() -%}{%- do begins.append('startswith(detail, ' ~ sql_text(column ~ raised_over()) ~ ')') -%}{%- endfor -%}
    {%- if execute and not batch.is_idle and begins -%}
        {%- set is_raised = "disposition = 'failure' and batch_group = " ~ batch.number ~ " and reason = 'undecodable' and (" ~ begins | join(' or ') ~ ')' -%}
        {%- set found = run_query(
            'select *, cast(sum(raised) over () as string) as all_raised from ('
            ~ "select split_part(detail, ' ', 1) as raised_column, count(*) as raised, min_by(detail, struct(intake, place)) "
            ~ 'from ' ~ this ~ ' where ' ~ is_raised ~ ' group by 1) order by raised desc'
        ).rows -%}
        {%- if found -%}{%- do note_raised(batch, is_raised) -%}{%- endif -%}
        {%- if found and not batch.is_rebuild and found[0][3] | int > settings().max_undecodable -%}
            {%- set first_record = run_query(
                'select left(raw_record, 500) from ' ~ with_contents(this, model_relation('int_resequencer__forwarded')) ~ ' where ' ~ is_raised
                ~ ' and detail = ' ~ sql_text(found[0][2]) ~ ' order by intake, place limit 1'
            ).rows[0][0] -%}
            {%- do setting_error(
                'resequencer__columns.' ~ found[0][0],
                'raises an error over ' ~ found[0][1] ~ ' records of this run (all columns: ' ~ found[0][3] ~ '), more than resequencer__max_undecodable, which is ' ~ settings().max_undecodable
                ~ '. They are rows of resequencer__failure ' ~ ('now' if model_relation('resequencer__failure') is not none else 'once the next run has made that view')
                ~ '; all others are in order, and the next run goes on behind them. The first: ' ~ found[0][2] ~ '; the record: ' ~ first_record,
                'an expression that reads what is sent. Correct it and run with --full-refresh, which reads all records anew'
            ) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
