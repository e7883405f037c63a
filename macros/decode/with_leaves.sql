{% macro with_leaves(type, paths, leaf) -%}
    {#- A type with another one, `leaf`, at the ends of paths into it; what is no object becomes one that has them. -#}
    {%- if [] in paths -%}
        {%- do return(leaf) -%}
    {%- endif -%}
    {%- set fields = _struct_fields(type) if type.startswith('struct<') else {} -%}
    {%- set heads = {} -%}
    {%- for path in paths -%}{%- do heads.setdefault(path[0], []).append(path[1:]) -%}{%- endfor -%}
    {%- for head in heads -%}
        {%- set spelled = namespace(name=quoted_name(head)) -%}
        {%- for name in fields if name | lower == spelled.name | lower -%}{%- set spelled.name = name -%}{%- endfor -%}
        {%- do fields.update({spelled.name: with_leaves(fields.get(spelled.name, 'string'), heads[head], leaf)}) -%}
    {%- endfor -%}
    {%- do return(_struct_type(fields)) -%}
{%- endmacro %}
