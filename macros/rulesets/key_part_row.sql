{% macro key_part_row(ruleset, value) -%}
    {#- One part of a key (key_part_value) as a row: its value stands in the field that its type has. Numbers and times are decimals here, those of any length text. -#}
    {%- set field = {'double': 'double', 'string': 'string', 'numeral': 'string'}.get(ruleset.key_type, 'decimal') -%}
    {%- set fields = [] -%}
    {%- for name, type in row_fields().key_part.items() -%}
        {%- do fields.append("'" ~ name ~ "', cast(" ~ (value if name == field else 'null') ~ ' as ' ~ type ~ ')') -%}
    {%- endfor -%}
    named_struct({{ fields | join(', ') }})
{%- endmacro %}
