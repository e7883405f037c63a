{% macro asked_rows(query) -%}
    {#- The rows of a query as mappings, with whole numbers and structs as they are; what is null is left out. -#}
    {%- set asked = [] -%}
    {%- for row in run_query('select to_json(struct(*)) from (' ~ query ~ ')').rows -%}
        {%- do asked.append(fromjson(row[0])) -%}
    {%- endfor -%}
    {%- do return(asked) -%}
{%- endmacro %}
