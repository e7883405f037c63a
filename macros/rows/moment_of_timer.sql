{% macro moment_of_timer(us) -%}
    {#- The moment at which a timer ends: before everything that arrives then. Null where `us` is null. -#}
    case when {{ us }} is not null then named_struct(
        'us', {{ us }}, 'ingest', -9223372036854775808, 'arrived_us', -9223372036854775808, 'intake', -9223372036854775808, 'place', -9223372036854775808
    ) end
{%- endmacro %}
