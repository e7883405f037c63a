{% macro formatted_field(column, step) -%}
    {#- A column after one step of formatting (format_values), as SQL; a value over which Spark raises is null. -#}
    {%- set branches = {} -%}
    {%- for ruleset in settings().rulesets -%}
        {%- set values = {} -%}
        {%- for field, value in format_values(ruleset, step).items() if column == (field if step != 'set' and field in ['body', 'message_type'] else 'properties') -%}
            {%- do values.update({field: tried_text(value)}) -%}
        {%- endfor -%}
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
