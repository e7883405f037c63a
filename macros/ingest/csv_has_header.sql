{% macro csv_has_header(landing) -%}
    {%- do return((landing.options.get('header', 'true') | string | lower) == 'true') -%}
{%- endmacro %}
