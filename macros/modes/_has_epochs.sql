{% macro _has_epochs() -%}
    {#- Whether sequences may begin again: by themselves (reopen, restart), or as an operator resets them. -#}
    {%- do return(has_mode('reopens') or has_mode('follows') or _has_resets()) -%}
{%- endmacro %}
