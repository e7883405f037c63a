{% macro as_sent(value) -%}
    {#- A text that was read from a JSON text (macro json_texts), with its numbers as they were sent, as SQL. -#}
    {%- do return('if(_is_marked, ' ~ unmarked(value) ~ ', ' ~ value ~ ')') -%}
{%- endmacro %}
