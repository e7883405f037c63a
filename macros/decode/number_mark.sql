{% macro number_mark() -%}
    {#- Stands before a number that was made a text: a character for private use, which Unicode gives no meaning. -#}
    {%- do return('\ue0f1') -%}
{%- endmacro %}
