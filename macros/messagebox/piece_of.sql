{% macro piece_of(number, length) -%}
    {#- In which piece of such a length a number lies, as SQL: greater numbers in no lower one. -#}
    cast(floor(cast({{ number }} as double) / {{ length }}) as bigint)
{%- endmacro %}
