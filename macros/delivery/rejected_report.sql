{% macro rejected_report(report, reason, detail) -%}
    {#- A report (report_type) as a fact: rejected. -#}
    {{ attempt_of(none, {
        'fact': "'rejected'", 'reason': reason, 'at_us': report ~ '.at_us', 'detail': detail,
        'input': report ~ '.input', 'input_intake': report ~ '.intake', 'input_place': report ~ '.place',
    }) }}
{%- endmacro %}
