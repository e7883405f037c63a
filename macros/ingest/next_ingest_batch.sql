{% macro next_ingest_batch(arrivals) -%}
    {#- The number of this ingest: one more than the last. From the table's statistics: no row is read. -#}
    {%- if not execute or arrivals is none -%}
        {%- do return(1) -%}
    {%- endif -%}
    {%- do return((run_query('select cast(coalesce(max(ingest_batch), 0) as string) from ' ~ arrivals).rows[0][0] | int) + 1) -%}
{%- endmacro %}
