{% macro news_of(told) -%}
    {#- Of what is reported of a message (course, reports): what is heard for the first time. -#}
    filter(
            {{ told }}.reports,
            (report, i) -> not coalesce(array_contains({{ told }}.course.counted, report.fingerprint), false)
            and not coalesce(exists({{ told }}.course.waiting, other -> other.fingerprint = report.fingerprint), false)
            and array_position(transform({{ told }}.reports, other -> other.fingerprint), report.fingerprint) = i + 1
        )
{%- endmacro %}
