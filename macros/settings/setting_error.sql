{% macro setting_error(setting, problem, remedy) -%}
    {#- Stops the run before anything is written: which setting, what is wrong with it, what it may be. -#}
    {%- do exceptions.raise_compiler_error(setting ~ ' ' ~ problem ~ '. It may be: ' ~ remedy ~ '.') -%}
{%- endmacro %}
