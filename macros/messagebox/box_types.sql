{% macro box_types() -%}
    {#- Row types of the MessageBox: row -> field -> type (_box_types). -#}
    {%- do return(remembered('box_types', _box_types)) -%}
{%- endmacro %}
