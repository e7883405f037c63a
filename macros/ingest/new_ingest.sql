{% macro new_ingest() -%}
    {#-
        What this run takes in, asked once, when the arrivals compile: {number, files, fields, has_table}. The decoder is
        checked here, against the fields of what has landed, before anything is written; on an empty lake nothing
        is known to check it against.
    -#}
    {%- do compile_if_worthwhile(0) -%}
    {%- set landing = settings().landing -%}
    {%- set existing = load_relation(this) if execute else none -%}
    {#- Before it is asked which files are new: had another run taken them in since, its number would be this one's. -#}
    {%- set newest = newest_group(existing, 'ingest_batch') -%}
    {%- if landing.format == 'kafka' -%}
        {%- set files = new_kafka_ranges(existing, landing) -%}
    {%- elif landing.format == 'table' -%}
        {%- set files = new_table_ranges(existing, landing, (newest or 0) + 1) -%}
    {%- else -%}
        {%- set files = with_readability(landing, new_landing_files(existing, landing)) -%}
    {%- endif -%}
    {%- if files and landing.format != 'table' -%}{%- do say('{:,} files to take in, of {:,} bytes'.format(files | length, files | map(attribute='size') | map('int') | sum)) -%}{%- endif -%}
    {%- do compile_if_worthwhile(record_estimate(files)) -%}
    {%- set fields = ingested_fields(existing, newest) -%}
    {#- What has its type keeps it, so the records are looked at only for what is not known yet. -#}
    {%- if files and landing.schema is none and columns_problem(addressed_fields(record_fields(fields)), record_fields(fields)) is not none -%}
        {%- set fields = inferred_fields(landing, files, fields) -%}
    {%- endif -%}
    {%- set number = (newest or 0) + 1 -%}
    {%- if execute and (files or number > 1 or not settings().columns) -%}
        {%- do check_columns(record_fields(fields)) -%}
    {%- endif -%}
    {%- do return({'number': number, 'files': files, 'fields': fields, 'has_table': existing is not none}) -%}
{%- endmacro %}
