{% macro never() -%}
    {#- A moment after all others. -#}
    named_struct('us', 9223372036854775807, 'ingest', 9223372036854775807, 'arrived_us', 9223372036854775807, 'intake', 9223372036854775807, 'place', 9223372036854775807)
{%- endmacro %}
