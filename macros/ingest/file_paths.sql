{% macro file_paths(files) -%}
    {%- set paths = [] -%}
    {%- for file in files -%}{%- do paths.append(sql_text(file.path)) -%}{%- endfor -%}
    {%- do return(paths | join(', ')) -%}
{%- endmacro %}
