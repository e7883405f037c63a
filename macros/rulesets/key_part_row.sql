{% macro key_part_row(ruleset, value) -%}
    {#- One part of a key (key_part_value) as a row: its value stands in the field that its type has. Numbers and times are decimals here. -#}
    {%- set field = ruleset.key_type if ruleset.key_type in ['double', 'string'] else 'decimal' -%}
    {%- set fields = [] -%}
    {%- for name, type in row_fields().key_part.items() -%}
        {%- do fields.append("'" ~ name ~ "', cast(" ~ (value if name == field else 'null') ~ ' as ' ~ type ~ ')') -%}
    {%- endfor -%}
    named_struct({{ fields | join(', ') }})
{%- endmacro %}
