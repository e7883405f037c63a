{% macro head_type() -%}
    {#- What is carried of a sequence besides its messages and gaps. Times in microseconds since 1970. -#}
    {%- do return(
        'struct<threshold: bigint, threshold_released_us: bigint, threshold_ids: array<string>,'
        ~ ' first_number: bigint, lowest_held: bigint, highest_received: bigint, last_number: bigint, last_us: bigint,'
        ~ ' last_intake: bigint, last_place: bigint, received_count: bigint, released_count: bigint,'
        ~ ' duplicate_count: bigint, late_count: bigint, settled_numbers: bigint, pending_count: bigint,'
        ~ ' closed_us: bigint, updated_us: bigint>'
    ) -%}
{%- endmacro %}
