{% macro _remembers_left() -%}
    {#- Whether what leaves a session for want of room has to be remembered while it goes on, so that it leaves once. -#}
    {%- for group in order_groups().values() if group.session_us is not none and group.session_size is not none and group.on_overflow == 'release' -%}
        {%- do return(true) -%}
    {%- endfor -%}
    {%- do return(false) -%}
{%- endmacro %}
