{% macro spoken_record(fields, column=none) -%}
    {#- A relation of no rows with the fields that expressions speak of: what they are checked against. -#}
    {%- if reads_rows() -%}
        {%- do return(empty_record(fields)) -%}
    {%- endif -%}
    {%- set known = {} -%}
    {%- for name in spoken_fields(fields, column) -%}{%- do known.update({name: fields[name]}) -%}{%- endfor -%}
    {%- do return(empty_record(known)) -%}
{%- endmacro %}
