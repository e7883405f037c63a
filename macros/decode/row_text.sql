{% macro row_text(record) -%}
    {#- A row of a table (a struct of its columns) as the JSON that is kept of it, as SQL. -#}
    to_json({{ record }}, {{ row_options() }})
{%- endmacro %}
