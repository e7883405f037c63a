{% macro format_values(ruleset, step) -%}
    {#-
        What one step of formatting makes of a message of a ruleset: {field: SQL}, before it is tried. `set` is set_properties, a
        number the place of an operation in `format`. Fields are body, message_type and properties by their names.
    -#}
    {%- set values = {} -%}
    {%- if step == 'set' -%}
        {%- for name in ruleset.set_properties -%}
            {%- do values.update({name: template_expression(ruleset.set_properties[name], '')}) -%}
        {%- endfor -%}
    {%- elif step < ruleset.format | length -%}
        {%- set operation = ruleset.format[step] -%}
        {%- set value = namespace(sql=template_expression(operation.template, '') if operation.template is not none else field_expression(operation.field)) -%}
        {%- for substitution in operation.substitutions -%}
            {%- set value.sql = substitution_expression(value.sql, substitution) -%}
        {%- endfor -%}
        {%- do values.update({operation.field: value.sql}) -%}
    {%- endif -%}
    {%- do return(values) -%}
{%- endmacro %}
