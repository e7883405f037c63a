{% macro new_ingest() -%}
    {#-
        What this run takes in, asked once, when the arrivals compile: {number, files, fields}. The decoder is
        checked here, against the fields of what has landed, before anything is written; on an empty lake nothing
        is known to check it against.
    -#}
    {%- set landing = settings().landing -%}
    {%- set existing = load_relation(this) if execute else none -%}
    {%- set files = new_landing_files(existing) -%}
    {%- set fields = merge_fields(ingested_fields(existing), infer_fields(landing, files) if landing.schema is none else {}) -%}
    {%- if execute and (fields or not settings().columns or landing.format == 'text') -%}
        {%- do check_columns(record_fields(fields)) -%}
    {%- endif -%}
    {%- do return({'number': next_ingest_batch(existing), 'files': files, 'fields': fields}) -%}
{%- endmacro %}
