{% macro box_type(row) -%}
    {#- The type of a row of the MessageBox (box_types). -#}
    {%- do return(box_types().types[row]) -%}
{%- endmacro %}
