{% macro _has_epochs() -%}
    {#- Whether sequences may begin again: by themselves (reopen), or as an operator resets them. -#}
    {%- do return(has_mode('reopens') or _has_resets()) -%}
{%- endmacro %}
