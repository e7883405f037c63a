{% macro setting_error(setting, problem, remedy) -%}
    {#-
        Stops the run before anything is written: which setting, what is wrong with it, what it may be. dbt shows the calls of macros under
        an error of compilation; this project's own adapter has one without them.
    -#}
    {%- set message = setting ~ ' ' ~ problem ~ (' ' if problem.endswith('?') else '. ') ~ 'It may be: ' ~ remedy ~ '.' -%}
    {%- if target.type == 'sparksession' -%}
        {%- do adapter.stop_for_configuration(message) -%}
    {%- endif -%}
    {%- do exceptions.raise_compiler_error(message) -%}
{%- endmacro %}
