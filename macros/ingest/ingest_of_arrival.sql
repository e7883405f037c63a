{% macro ingest_of_arrival(batch) -%}
    {#-
        The number of the ingest that took a message in, as SQL: the upper bits of its intake position. Of a table that is read
        where it lies the position from which the batch took it in on, which grows from batch to batch likewise.
    -#}
    {%- if settings().arrivals_relation is none -%}
        {%- do return('shiftright(routed.intake, 24)') -%}
    {%- endif -%}
    {%- do return('coalesce(' ~ ('intakes.arrivals_from' if batch.is_rebuild else 'cast(' ~ batch.arrivals_from | tojson ~ ' as bigint)') ~ ', -9223372036854775808)') -%}
{%- endmacro %}
