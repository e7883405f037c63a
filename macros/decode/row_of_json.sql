{% macro row_of_json(text, fields) -%}
    {#- A row of a table, from the JSON that was written of it (row_options), as a struct of its columns in their types. -#}
    {%- set quoted = {} -%}
    {%- for name in fields -%}{%- do quoted.update({quoted_name(name): fields[name]}) -%}{%- endfor -%}
    from_json({{ text }}, {{ sql_text(_struct_type(quoted)) }}, {{ row_options() }})
{%- endmacro %}
