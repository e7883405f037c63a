{% macro formatted_field(column, step) -%}
    {#- A column after one step of formatting, as SQL: `set` (set_properties), or the place of an operation in `format`. -#}
    {%- set branches = {} -%}
    {%- for ruleset in settings().rulesets -%}
        {%- set values = {} -%}
        {%- if step == 'set' and column == 'properties' -%}
            {%- for name in ruleset.set_properties -%}
                {%- do values.update({name: template_expression(ruleset.set_properties[name], '')}) -%}
            {%- endfor -%}
        {%- elif step != 'set' and step < ruleset.format | length -%}
            {%- set operation = ruleset.format[step] -%}
            {%- if (operation.field if operation.field in ['body', 'message_type'] else 'properties') == column -%}
                {%- set value = namespace(sql=template_expression(operation.template, '') if operation.template is not none else field_expression(operation.field)) -%}
                {%- for substitution in operation.substitutions -%}
                    {%- set value.sql = substitution_expression(value.sql, substitution) -%}
                {%- endfor -%}
                {%- do values.update({operation.field: value.sql}) -%}
            {%- endif -%}
        {%- endif -%}
        {%- if values -%}
            {%- do branches.setdefault(with_properties(values) if column == 'properties' else values[column], []).append(sql_text(ruleset.name)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not branches -%}
        {%- do return(column) -%}
    {%- endif -%}
    {#- What stands in for a number has no contents to format. -#}
    {%- do return('case when is_stand_in then ' ~ column ~ ' ' ~ ruleset_arms(branches) ~ ' else ' ~ column ~ ' end') -%}
{%- endmacro %}
