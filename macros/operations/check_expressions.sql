{% macro check_expressions(expressions) -%}
    {#- Expressions over the columns of a message, by the name of their setting: whether Spark can read them. -#}
    {%- for setting in expressions -%}
        {%- set problem = _message_expression_error(expressions[setting]) -%}
        {%- if problem is not none -%}
            {%- do setting_error(setting, 'cannot be read: ' ~ problem, "a SQL expression over the columns of a message, such as properties['device']") -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
