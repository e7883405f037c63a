{% macro ingested_fields(arrivals) -%}
    {#- The fields inferred by all ingests so far, {name: type}: in the newest manifest row. -#}
    {%- if not execute or arrivals is none -%}
        {%- do return({}) -%}
    {%- endif -%}
    {%- set newest = run_query(
        'select max_by(record_schema, intake) from ' ~ arrivals
        ~ " where kind = 'file' and ingest_batch = (select max(ingest_batch) from " ~ arrivals ~ ')'
    ) -%}
    {%- do return(fromjson(newest.rows[0][0] or '{}')) -%}
{%- endmacro %}
