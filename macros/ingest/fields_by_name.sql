{% macro fields_by_name(fields, wanted) -%}
    {#- {name: type} of the wanted names: each finds the field that is spelled so, else those that differ in case. -#}
    {%- set found = {} -%}
    {%- for name in wanted -%}
        {%- set alike = [] -%}
        {%- for field in fields if field | lower == name | lower -%}{%- do alike.append(field) -%}{%- endfor -%}
        {%- if name in fields -%}
            {%- do found.update({name: fields[name]}) -%}
        {%- elif alike -%}
            {#- Of several it is for each record to say which is meant. -#}
            {%- set types = namespace(merged='void') -%}
            {%- for field in alike -%}{%- set types.merged = merge_types(types.merged, fields[field]) -%}{%- endfor -%}
            {%- do found.update({name: types.merged}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(found) -%}
{%- endmacro %}
