{% macro path_names(text) -%}
    {#- The names in the text of a path such as a.`b c`, without their quotes. -#}
    {%- set names = [] -%}
    {%- for name in modules.re.findall(name_pattern(), text) -%}
        {%- do names.append(name[1:-1].replace('``', '`') if name.startswith('`') else name) -%}
    {%- endfor -%}
    {%- do return(names) -%}
{%- endmacro %}
