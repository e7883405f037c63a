{% macro after_reports(moment) -%}
    {#-
        The moment at which what waits for `moment` is sent. What is reported of one time is known together before the next message
        is sent: behind all deliveries and actions of that time, and before all that arrives then. Other moments are their own.
    -#}
    case
        when {{ moment }}.ingest between -4611686018427387904 and -1152921504606846977
            then named_struct('us', {{ moment }}.us, 'ingest', -1152921504606846976, 'arrived_us', 0L, 'intake', 0L, 'place', 0L)
        else {{ moment }}
    end
{%- endmacro %}
