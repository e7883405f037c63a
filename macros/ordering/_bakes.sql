{% macro _bakes() -%}
    {#- Whether anything has a bake time, even one of zero: since when something higher has been there must be known. -#}
    {%- for group in order_groups().values() if group.bake_us is not none or group.alarm_us is not none -%}
        {%- do return(true) -%}
    {%- endfor -%}
    {%- do return(false) -%}
{%- endmacro %}
