{% macro report_type() -%}
    {#-
        A delivery or an action as it counts: at which moment (first, so that reports sort by it), what (its outcome, or the action),
        of a delivery the fingerprint that tells it from others of its message, of an action the numbers it names, and what came in.
    -#}
    {%- do return(
        'struct<moment: ' ~ moment_type() ~ ', what: string, fingerprint: string, from_number: bigint, to_number: bigint, at_us: bigint, intake: bigint, place: bigint, input: '
        ~ input_type() ~ '>'
    ) -%}
{%- endmacro %}
