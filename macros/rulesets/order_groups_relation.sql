{% macro order_groups_relation() -%}
    {#-
        The order groups as a relation, one row each: is_sequence, bake_us (microseconds, null: for ever),
        start_number (null: auto, or no sequence), step.
    -#}
    {%- set groups = order_groups() -%}
    select * from values
        {%- for name in groups %}
        {%- set group = groups[name] %}
        (
            {{ sql_text(name) }}, {{ 'true' if group.key_type == 'sequence' else 'false' }},
            cast({{ group.bake_us if group.bake_us is not none else 'null' }} as bigint),
            cast({{ group.start if group.key_type == 'sequence' and group.start != 'auto' else 'null' }} as bigint),
            cast({{ group.step }} as bigint)
        ){{ ',' if not loop.last }}
        {%- endfor %}
        as order_groups (order_group, is_sequence, bake_us, start_number, step)
{%- endmacro %}
