{% macro order_group_rows() -%}
    {#-
        The order groups as SQL literals: is_sequence, bake_us (microseconds, null: for ever), start_number (null: auto,
        or no sequence), step.
    -#}
    {%- set groups = order_groups() -%}
    {%- set rows_ = [] -%}
    {%- for name in groups -%}
        {%- set group = groups[name] -%}
        {%- do rows_.append({
            'order_group': sql_text(name),
            'is_sequence': 'true' if group.key_type == 'sequence' else 'false',
            'bake_us': 'cast(' ~ (group.bake_us if group.bake_us is not none else 'null') ~ ' as bigint)',
            'start_number': 'cast(' ~ (group.start if group.key_type == 'sequence' and group.start != 'auto' else 'null') ~ ' as bigint)',
            'step': 'cast(' ~ group.step ~ ' as bigint)',
        }) -%}
    {%- endfor -%}
    {%- do return(rows_) -%}
{%- endmacro %}
