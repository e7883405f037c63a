{% macro _forwarding_statement(source, target, node) -%}
    {#- One statement of `_forwarding_action`: what a property becomes; `node` is its value, or none to remove it. -#}
    {%- set used = source.used | list -%}
    {%- set property = _property_node(source, target.scope, target.name, target.at) -%}
    {%- set system = system_properties()[target.name | lower] if (target.scope or '') | lower == 'sys' else {'is_settable': true} -%}
    {%- if not system.is_settable -%}
        {%- do _forwarding_error(
            source, target.at, property.name ~ ' cannot be set: messages are told apart and ordered by it, or it is for the broker to say',
            'a property of your own, or sys. and one of ' ~ system_properties().values() | selectattr('is_settable') | map(attribute='name') | join(', ')
        ) -%}
    {%- endif -%}
    {%- do return({
        'column': system.column or 'properties',
        'name': system.name or target.name,
        'sql': _text_of(node) if node is not none else 'cast(null as string)',
        'shown': property.name,
        'has_scope': (target.scope or '') != '',
        'used': used,
    }) -%}
{%- endmacro %}
