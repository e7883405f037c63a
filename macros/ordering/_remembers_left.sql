{% macro _remembers_left() -%}
    {#-
        Whether what leaves a session for want of room has to be remembered while it goes on, so that it leaves once. Also
        of sessions without session_size: they may have had one.
    -#}
    {%- do return(_any_group('session_us')) -%}
{%- endmacro %}
