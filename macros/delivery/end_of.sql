{% macro end_of(us) -%}
    {#- The moment after everything at a time. -#}
    named_struct('us', {{ us }}, 'ingest', 9223372036854775807, 'arrived_us', 9223372036854775807, 'intake', 9223372036854775807, 'place', 9223372036854775807)
{%- endmacro %}
