{% macro key_value_text(value) -%}
    {#- A key that is a value, to read; the two parts of a composite one with a slash between them. -#}
    {%- set parts = [] -%}
    {%- for part in ['first', 'second'] -%}
        {%- set field = value ~ '.' ~ part -%}
        {%- set text = numeral_text(field ~ '.string') if 'numeral' in settings().rulesets | map(attribute='key_type') else field ~ '.string' -%}
        {%- do parts.append('coalesce(' ~ text ~ ', cast(' ~ field ~ '.decimal as string), cast(' ~ field ~ '.double as string))') -%}
    {%- endfor -%}
    {%- do return("nullif(concat_ws('/', " ~ parts | join(', ') ~ "), '')") -%}
{%- endmacro %}
