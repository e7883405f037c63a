{% macro _forwarding_template(source, template, at) -%}
    {#- The value of a template with properties in braces, as a text (see `_forwarding_node`); `at` is where it begins. -#}
    {%- set remedy = 'text with properties in braces, such as {SessionName}_{TransactionId}_{InstanceId}' -%}
    {%- set parts = [] -%}
    {%- set place = namespace(at=at + (template | length - template.lstrip() | length)) -%}
    {%- for part in modules.re.split('(\\{[^{}]+\\})', template.strip()) -%}
        {%- if loop.index is even -%}
            {%- set name = modules.re.fullmatch('(?is)(?:(sys|user)\\s*\\.)?(.+)', part[1:-1].strip()) -%}
            {%- if not name -%}
                {%- do _forwarding_error(source, place.at, 'these braces name no property', remedy) -%}
            {%- endif -%}
            {%- do parts.append(_text_of(_property_node(source, name.group(1), name.group(2).strip(), place.at))) -%}
        {%- elif '{' in part or '}' in part -%}
            {%- do _forwarding_error(source, place.at, 'there is a brace without its other one, or without a name', remedy) -%}
        {%- elif ';' in part -%}
            {%- do _forwarding_error(source, place.at, 'a template is the whole action', remedy ~ '; more than one statement with SET and REMOVE') -%}
        {%- elif part -%}
            {%- do parts.append(sql_text(part)) -%}
        {%- endif -%}
        {%- set place.at = place.at + part | length -%}
    {%- endfor -%}
    {%- if not source.used -%}
        {%- do _forwarding_error(source, at, 'this is the same for every message', remedy ~ "; or SET sys.SessionId = 'the same'") -%}
    {%- endif -%}
    {%- do return({'kind': 'text', 'sql': 'concat(' ~ parts | join(', ') ~ ')'}) -%}
{%- endmacro %}
