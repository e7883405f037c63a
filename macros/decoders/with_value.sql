{% macro with_value(name, value, result) -%}
    {#- `result`, SQL in which `name` is what `value` gives, as SQL: the value is computed once, however often the result names it. -#}
    {%- do return('get(transform(array(' ~ value ~ '), ' ~ name ~ ' -> ' ~ result ~ '), 0)') -%}
{%- endmacro %}
