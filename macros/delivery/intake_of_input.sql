{% macro intake_of_input(intake, was_late) -%}
    {#-
        Where a delivery or an action stands among the messages that come at the same moment: before all of them, or, reported
        after a run had reached that moment, behind all. What has no intake of its own (a silence) is before everything.
    -#}
    {{- 'coalesce(case when ' ~ was_late ~ ' then ' ~ intake ~ ' + 4611686018427387904 else ' ~ intake ~ ' - 4611686018427387904 end, -9223372036854775808)' -}}
{%- endmacro %}
