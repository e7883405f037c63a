{% macro claim_type() -%}
    {#- What identifies a message to claims, and whether it is one. -#}
    {%- do return('struct<id: string, is_claim: boolean>') -%}
{%- endmacro %}
