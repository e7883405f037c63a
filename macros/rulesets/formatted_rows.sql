{% macro formatted_rows(relation, with_faults=false) -%}
    {#-
        Released messages as their rulesets want them on exit: set_properties first, all of them from the message as
        it came, then each operation of `format` on what the one before left. A name that a message does not have is
        empty text in a template; an operation without template leaves a missing field missing. A value over which Spark
        raises is null; `with_faults` tells of those in the column format_faults. Where no ruleset asks, the relation as it is.
    -#}
    {%- set steps = [] -%}
    {%- set rulesets = settings().rulesets -%}
    {%- if rulesets | map(attribute='set_properties') | select | list -%}
        {%- do steps.append('set') -%}
    {%- endif -%}
    {%- for place in range(rulesets | map(attribute='format') | map('length') | max) -%}{%- do steps.append(place) -%}{%- endfor -%}
    {%- set expression = namespace(relation=relation) -%}
    {%- for step in steps -%}
        {%- set expression.relation -%}
            (
        select
            * except (message_type, properties, body{{ ', format_faults' if with_faults and not loop.first }}),
            {% if with_faults -%}
            {{ format_faults(step) ~ ' as format_faults' if loop.first else 'concat(format_faults, ' ~ format_faults(step) ~ ') as format_faults' }},
            {% endif -%}
            {{ formatted_field('message_type', step) }} as message_type,
            {{ formatted_field('properties', step) }} as properties,
            {{ formatted_field('body', step) }} as body
        from {{ expression.relation }}
            ) as formatted
        {%- endset -%}
    {%- endfor -%}
    {%- do return(expression.relation | trim) -%}
{%- endmacro %}
