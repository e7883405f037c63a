{% macro record_estimate(files) -%}
    {#- About how many records there are in files: one for 200 bytes. -#}
    {%- do return(files | map(attribute='size') | map('int') | sum // 200) -%}
{%- endmacro %}
