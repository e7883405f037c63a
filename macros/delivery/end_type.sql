{% macro end_type() -%}
    {#-
        How a sequence, or an epoch of it, was ended before its last number: by what (as closed_by says), and where that stands
        among all that came (us, intake, place; intake_of_input).
    -#}
    {%- do return('struct<epoch: bigint, us: bigint, intake: bigint, place: bigint, ended_by: string>') -%}
{%- endmacro %}
