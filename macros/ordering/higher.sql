{% macro higher() -%}
    {#- The line by number alone, from the highest: for frames of numbers. Needs no sort beside `down`.
        The largest bigint stands as null, above all: a frame that ends at number + 1 would wrap there, and take
        in the whole line for it and all after it. -#}
    partition by line_id, group_key order by nullif(number, 9223372036854775807) desc nulls first
{%- endmacro %}
