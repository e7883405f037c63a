{% macro note_raised(batch, is_raised) -%}
    {#-
        Beside the failures of a batch over which Spark raised, what it says of them: rows `raised` of the ledger, which resequencer__failure puts
        behind `detail`. It is known only after the commit, as what is caught in a query leaves no message; of a hundred details at
        most. A run that ends in between leaves them without. `is_raised`: which rows of the ledger those failures are, as SQL.
    -#}
    {%- set fields = known_fields(model_relation('resequencer__arrivals') if settings().arrivals_relation is none else none) -%}
    {%- set notes = [] -%}
    {%- for row in run_query('select detail, left(any_value(raw_record), 10000) from ' ~ with_contents(this, model_relation('int_resequencer__forwarded')) ~ ' where ' ~ is_raised ~ ' group by detail order by detail limit 100').rows -%}
        {%- set message = spark_says(row[0], row[1], fields) -%}
        {%- if message is not none -%}{%- do notes.append('(' ~ sql_text(row[0]) ~ ', ' ~ sql_text(message) ~ ')') -%}{%- endif -%}
    {%- endfor -%}
    {%- if notes -%}
        {%- set note = ledger_row({'disposition': "'raised'", 'batch_id': 'cast(' ~ batch.number ~ ' as bigint)', 'detail': 'detail', 'raw_record': 'message'}) -%}
        {%- do run_query('insert into ' ~ this ~ ' by name select ' ~ note ~ ' from values ' ~ notes | join(', ') ~ ' as notes (detail, message)') -%}
    {%- endif -%}
{%- endmacro %}
