{% macro unmarked(text) -%}
    {#- A text of exact_record without its marks: a number, or a JSON text with the numbers in it. -#}
    regexp_replace({{ text }}, '"?{{ number_mark() }}(-?[0-9][0-9.eE+-]*+)"?', '$1')
{%- endmacro %}
