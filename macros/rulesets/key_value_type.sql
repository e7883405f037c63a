{% macro key_value_type() -%}
    {#- A key that has no bigint of its own, in the one of its three fields that its type has. -#}
    {%- do return('struct<double: double, decimal: decimal(38, 18), string: string>') -%}
{%- endmacro %}
