{% macro moment_after(us) -%}
    {#- The moment after everything that happens at a time: that of a clock, up to which all counts. -#}
    named_struct(
        'us', {{ us }}, 'ingest', 9223372036854775807, 'arrived_us', 9223372036854775807, 'intake', 9223372036854775807, 'place', 9223372036854775807
    )
{%- endmacro %}
