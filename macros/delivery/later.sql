{% macro later(moment, us) -%}
    {#- The moment so many microseconds after another: once everything reported of that time is known. At once, where it is none. -#}
    case
        when {{ us }} = 0 then {{ moment }}
        else named_struct('us', {{ moment }}.us + {{ us }}, 'ingest', -1152921504606846976, 'arrived_us', 0L, 'intake', 0L, 'place', 0L)
    end
{%- endmacro %}
