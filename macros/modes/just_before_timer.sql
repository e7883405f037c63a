{% macro just_before_timer(us) -%}
    {#- The moment just before all timers that end then: nulls come first in the order of moments. -#}
    named_struct(
        'us', {{ us }}, 'ingest', -9223372036854775808, 'arrived_us', -9223372036854775808, 'intake', -9223372036854775808, 'place', cast(null as bigint)
    )
{%- endmacro %}
