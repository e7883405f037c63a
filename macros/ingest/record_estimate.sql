{% macro record_estimate(files) -%}
    {#- About how many records there are in files: one for 200 bytes. Of partitions of a table it is known. -#}
    {%- set counts = files | selectattr('count', 'defined') | map(attribute='count') | list -%}
    {%- do return(counts | sum if counts else files | map(attribute='size') | map('int') | sum // 200) -%}
{%- endmacro %}
