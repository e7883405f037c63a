{% macro warn_of_unscoped_properties(rules) -%}
    {#- Of an action that sets a property with the name of one of Service Bus's own, but without sys.: it changes no session, label or the like. -#}
    {%- for rule in rules -%}
        {%- for statement in rule.statements if not statement.has_scope and statement.column == 'properties' -%}
            {%- set system = system_properties().get(statement.name | lower) -%}
            {%- if system and system.is_settable -%}
                {%- do exceptions.warn(
                    'resequencer__forwarding ' ~ rule.name ~ '.set: ' ~ statement.name ~ ' without sys. is a property of the message like any other'
                    ~ (', and its session stays as it is' if system.column == 'sequence_id') ~ '. If the one that Service Bus itself has is meant, write sys.' ~ system.name
                    ~ '; if not, user.' ~ statement.name ~ ' says so.'
                ) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
{%- endmacro %}
