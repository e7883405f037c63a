{% macro key_value_type(part=false) -%}
    {#- A key that has no bigint of its own: its part, or its two, each in the one of three fields that its type has. -#}
    {%- set type = 'struct<double: double, decimal: decimal(38, 18), string: string>' -%}
    {%- do return(type if part else 'struct<first: ' ~ type ~ ', second: ' ~ type ~ '>') -%}
{%- endmacro %}
