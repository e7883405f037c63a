{% macro _forwarding_setting(value) -%}
    {#-
        The forwarding rules, in order: {name, from (a list of entities, or none), filter (SQL), statements
        (`_forwarding_action`)}.
    -#}
    {%- set setting = 'resequencer__forwarding' -%}
    {%- set example = '{name: sessions, from: [Topic1, Topic2], filter: EXISTS(SessionName), set: "SessionId = {SessionName}_{TransactionId}"}' -%}
    {%- if value is not none and (value is string or value is mapping or value is not iterable) -%}
        {%- do setting_error(setting, 'is not a list of rules', 'a list such as [' ~ example ~ ']; left out, nothing is forwarded') -%}
    {%- endif -%}
    {%- set fields = ['name', 'from', 'filter', 'set'] -%}
    {%- set rules = [] -%}
    {%- for entry in value or [] -%}
        {%- set place = setting ~ '[' ~ loop.index0 ~ ']' -%}
        {%- if entry is not mapping -%}
            {%- do setting_error(place, 'is not a mapping', 'a rule such as ' ~ example) -%}
        {%- endif -%}
        {%- set name = _name_setting(place ~ '.name', entry.get('name')) -%}
        {%- if name in rules | map(attribute='name') -%}
            {%- do setting_error(place ~ '.name', 'is ' ~ name | tojson ~ ', which another rule has', 'a name of its own') -%}
        {%- endif -%}
        {%- set place = setting ~ ' ' ~ name -%}
        {%- for field in entry if field not in fields -%}
            {%- do _unknown_name_error(place, field, fields) -%}
        {%- endfor -%}
        {%- set entities = [entry['from']] if entry.get('from') is string else entry.get('from') -%}
        {%- if 'from' in entry and (entities is mapping or entities is not iterable or not entities) -%}
            {%- do setting_error(place ~ '.from', 'is ' ~ entry['from'] | tojson, 'an entity or a list of them, such as [Topic1, Topic2]; left out, the rule is for all') -%}
        {%- endif -%}
        {%- for entity in entities or [] -%}
            {%- if entity is not string or not entity -%}
                {%- do setting_error(place ~ '.from[' ~ loop.index0 ~ ']', 'is ' ~ entity | tojson, 'the name of an entity') -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do rules.append({
            'name': name,
            'from': entities,
            'filter': _forwarding_filter(place ~ '.filter', entry.get('filter')),
            'statements': _forwarding_action(place ~ '.set', entry.get('set')),
        }) -%}
    {%- endfor -%}
    {%- do return(rules) -%}
{%- endmacro %}
