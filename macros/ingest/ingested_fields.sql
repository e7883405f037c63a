{% macro ingested_fields(arrivals, ingest) -%}
    {#- The fields inferred by all ingests up to this one, the newest: {name: type}, in its last manifest row. -#}
    {%- if ingest is none -%}
        {%- do return({}) -%}
    {%- endif -%}
    {%- set newest = run_query('select max_by(record_schema, intake) from ' ~ arrivals ~ " where kind = 'file' and ingest_batch = " ~ ingest) -%}
    {%- do return(fromjson(newest.rows[0][0] or '{}')) -%}
{%- endmacro %}
