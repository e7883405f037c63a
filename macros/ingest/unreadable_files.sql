{% macro unreadable_files(landing, files) -%}
    {#- Those of the files that Spark cannot read to their end. All are tried at once, and parts only where that fails. -#}
    {%- set unreadable = [] -%}
    {%- if not files or is_read_to_end(landing, files) -%}
        {%- do return(unreadable) -%}
    {%- endif -%}
    {%- if files | length == 1 -%}
        {%- do return(files) -%}
    {%- endif -%}
    {#- Eight parts: with few bad files little is read twice, with many the number of tries stays small. -#}
    {%- for part in files | batch([(files | length / 8) | round(0, 'ceil') | int, 1] | max) -%}
        {%- do unreadable.extend(unreadable_files(landing, part)) -%}
    {%- endfor -%}
    {%- do return(unreadable) -%}
{%- endmacro %}
