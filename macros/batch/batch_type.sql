{% macro batch_type() -%}
    {#- One batch: its clock, that of the run before, the arrivals and inputs it took in (after from, up to to). begins_anew: sequences have been reset. arrivals_by: macro of this name. -#}
    {%- do return(
        'struct<number: bigint, clock: timestamp, last_clock: timestamp, previous_clock: timestamp,'
        ~ ' arrivals_from: bigint, arrivals_to: bigint, inputs_from: bigint, inputs_to: bigint, begins_anew: boolean, order_groups: string, arrivals_by: string>'
    ) -%}
{%- endmacro %}
