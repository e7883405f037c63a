{% macro forget_references(box) -%}
    {#-
        Drops what the MessageBox had decided of messages whose ingests have been forgotten (forget_batches). Those are found by what is left
        of arrivals: an ingest that something still needs has stayed there, however old it is. What operators did, and the clocks of
        batches, stay.
    -#}
    {%- set arrivals = model_relation('resequencer__arrivals') -%}
    {%- if settings().retain_us is not none and arrivals is not none and settings().arrivals_relation is none -%}
        {%- set decided = "disposition in ('reference', 'change', 'unroutable')" -%}
        {%- set gone = run_query(
            'select cast(shiftright(intake, 24) as string) as ingest from ' ~ box ~ ' where ' ~ decided ~ ' and intake is not null'
            ~ ' except select cast(shiftright(intake, 24) as string) from ' ~ arrivals ~ " where kind in ('record', 'unreadable')"
        ).columns[0].values() | list -%}
        {%- if gone -%}
            {%- do run_query('delete from ' ~ box ~ ' where ' ~ decided ~ ' and shiftright(intake, 24) in (' ~ gone | join(', ') ~ ')') -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
