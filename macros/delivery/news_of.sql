{% macro news_of(told, stood) -%}
    {#- Of what is reported of a message what is heard for the first time, given how it has stood. -#}
    filter(
            array_sort({{ told }}),
            (report, i) -> not coalesce(array_contains({{ stood }}.counted, report.fingerprint), false)
            and not coalesce(exists({{ stood }}.waiting, other -> other.fingerprint = report.fingerprint), false)
            and array_position(transform(array_sort({{ told }}), other -> other.fingerprint), report.fingerprint) = i + 1
        )
{%- endmacro %}
