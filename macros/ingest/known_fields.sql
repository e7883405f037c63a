{% macro known_fields(arrivals) -%}
    {#- The fields records are decoded by: of landed records as far as they are known, else those of the relation. -#}
    {%- if not execute -%}
        {%- do return({}) -%}
    {%- endif -%}
    {%- set table = load_relation(arrivals) if arrivals is not none else none -%}
    {%- do return(settled_fields(record_fields(ingested_fields(table, newest_group(table, 'ingest_batch'))))) -%}
{%- endmacro %}
