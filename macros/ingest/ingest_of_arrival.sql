{% macro ingest_of_arrival(batch) -%}
    {#-
        The number of the ingest that took a message in, as SQL: the upper bits of its intake position. Of a table that is read
        where it lies, the number of the batch.
    -#}
    {%- if settings().arrivals_relation is none -%}
        {%- do return('shiftright(routed.intake, 24)') -%}
    {%- endif -%}
    {%- do return('intakes.number' if batch.is_rebuild else 'cast(' ~ batch.number ~ ' as bigint)') -%}
{%- endmacro %}
