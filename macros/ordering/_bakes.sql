{% macro _bakes() -%}
    {#-
        Whether numbers can be passed over: by a bake time, even one of zero, for want of room, or as their sequence is ended.
        Then it must be known since when something higher has been there.
    -#}
    {%- for group in order_groups().values() if group.bake_us is not none or group.alarm_us is not none or group.session_size is not none or group.delivers -%}
        {%- do return(true) -%}
    {%- endfor -%}
    {%- do return(false) -%}
{%- endmacro %}
