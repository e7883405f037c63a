{% macro moment_type() -%}
    {#- A moment: effective arrival in microseconds since 1970, ingest batch, arrived_at, file, place in the file (DESIGN 3.1, "before"). -#}
    {%- do return('struct<us: bigint, ingest: bigint, arrived_us: bigint, intake: bigint, place: bigint>') -%}
{%- endmacro %}
