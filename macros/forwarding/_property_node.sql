{% macro _property_node(source, scope, name, at) -%}
    {#-
        A property as a value (see `_forwarding_node`), with `name` as it is told and `exists`, SQL. Properties are text:
        of kind `property`, which becomes a number or a truth value where it meets one.
        Columns that an action sets are those of `source.prefix`.
    -#}
    {%- set scope = (scope or 'user') | lower -%}
    {%- if scope not in ['sys', 'user'] -%}
        {%- do _forwarding_error(source, at, 'there is no scope ' ~ scope, 'sys.name for what Service Bus knows of a message, user.name or name for its properties; a name with a dot in it as [name]') -%}
    {%- endif -%}
    {%- set known = system_properties() -%}
    {%- if scope == 'sys' and name | lower not in known -%}
        {%- set nearest = nearest_name(name, known.values() | map(attribute='name')) -%}
        {%- do _forwarding_error(
            source, at, 'there is no system property ' ~ name ~ ('; did you mean sys.' ~ nearest ~ '?' if nearest else ''),
            'sys. and one of ' ~ known.values() | map(attribute='name') | join(', ') ~ '; or user.' ~ name
        ) -%}
    {%- endif -%}
    {%- set system = known[name | lower] if scope == 'sys' else {'name': name, 'column': none} -%}
    {%- set node = {
        'kind': 'time' if system.column == 'arrived_at' else 'property',
        'name': ('sys.' if scope == 'sys' else '') ~ system.name,
    } -%}
    {%- if system.column is not none -%}
        {%- set column = (source.prefix if system.column in ['sequence_id', 'message_type']) ~ system.column -%}
        {%- do node.update({'sql': column, 'exists': '(' ~ column ~ ' is not null)'}) -%}
    {%- else -%}
        {%- set properties = source.prefix ~ 'properties' -%}
        {%- do node.update({
            'sql': property_expression(system.name, properties),
            'exists': 'coalesce(exists(map_keys(' ~ properties ~ '), name -> lower(name) = lower(' ~ sql_text(system.name) ~ ')), false)',
        }) -%}
    {%- endif -%}
    {%- do source.used.append(node) -%}
    {%- do return(node) -%}
{%- endmacro %}
