{% macro box_type(row) -%}
    {#- The type of a row of the MessageBox (box_types). -#}
    {%- do return(row_type(row, box_types())) -%}
{%- endmacro %}
