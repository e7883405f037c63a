{% macro fields_by_name(fields, wanted) -%}
    {#- {name: type} of the wanted names: each finds the field that is spelled so, else the only one that differs in case. -#}
    {%- set found = {} -%}
    {%- for name in wanted -%}
        {%- set alike = [] -%}
        {%- for field in fields if field | lower == name | lower -%}{%- do alike.append(field) -%}{%- endfor -%}
        {%- if name in fields -%}
            {%- do found.update({name: fields[name]}) -%}
        {%- elif alike | length == 1 -%}
            {%- do found.update({name: fields[alike[0]]}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(found) -%}
{%- endmacro %}
