{% macro _forwarding_action(setting, value) -%}
    {#-
        The action of a forwarding rule as its statements, in order: {column, name (of a property), sql (the new value, null:
        none), shown, used ({name, sql} of the properties the value is made of)}. It is SET and REMOVE as Service Bus
        has them, or one template, SessionId = {A}_{B}.
    -#}
    {%- if value is not string or not value.strip() -%}
        {%- do setting_error(setting, 'is ' ~ ('missing' if value is none else value | tojson), 'SessionId = {SessionName}_{TransactionId}, or SET and REMOVE such as SET sys.SessionId = SessionName + TransactionId') -%}
    {%- endif -%}
    {%- set source = {'setting': setting, 'text': value, 'prefix': 'message.', 'used': []} -%}
    {%- set statements = [] -%}
    {%- set template = modules.re.fullmatch('(?is)\\s*(?!(?:set|remove)\\b)(?:sys\\s*\\.\\s*)?SessionId\\s*=(.*?)[\\s;]*', value) -%}
    {%- if template -%}
        {%- set node = _forwarding_template(source, template.group(1), template.start(1)) -%}
        {%- do statements.append(_forwarding_statement(source, {'scope': 'sys', 'name': 'SessionId', 'at': 0}, node)) -%}
    {%- else -%}
        {%- set chunks = [] -%}
        {%- for token in _forwarding_tokens(source) -%}
            {%- if token.kind == 'property' and not token.scope and not token.is_quoted and token.name | lower in ['set', 'remove'] -%}
                {%- do chunks.append([token]) -%}
            {%- elif not chunks -%}
                {%- do _forwarding_error(source, token.at, 'a statement begins with SET or REMOVE', 'SET sys.SessionId = SessionName + TransactionId; or without SET a template, SessionId = {SessionName}_{TransactionId}') -%}
            {%- else -%}
                {%- do chunks[-1].append(token) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- for chunk in chunks -%}
            {%- set ends = chunk[-1].text in [';', ','] -%}
            {%- set words = chunk[1:-1] if ends else chunk[1:] -%}
            {%- set after = (chunk[-1].at if ends else chunks[loop.index][0].at if not loop.last else value | length) -%}
            {%- set is_set = chunk[0].name | lower == 'set' -%}
            {%- if not words or words[0].kind != 'property' -%}
                {%- do _forwarding_error(source, words[0].at if words else after, 'the name of a property is missing', chunk[0].name | upper ~ ' name, or ' ~ chunk[0].name | upper ~ ' sys.SessionId') -%}
            {%- elif is_set and (words | length < 2 or words[1].text != '=') -%}
                {%- do _forwarding_error(source, words[1].at if words | length > 1 else after, 'an = is missing', 'SET ' ~ words[0].text ~ ' = a value') -%}
            {%- elif is_set and words | length == 2 -%}
                {%- do _forwarding_error(source, after, 'a value is missing', 'SET ' ~ words[0].text ~ " = a property, a constant such as 'x', 1, TRUE, or what is calculated from them") -%}
            {%- elif not is_set and words | length > 1 -%}
                {%- do _forwarding_error(source, words[1].at, 'REMOVE takes nothing but a name', 'SET, REMOVE or the end of the text') -%}
            {%- endif -%}
            {%- do source.update({'used': []}) -%}
            {%- set node = _forwarding_node(source, words[2:]) if is_set else none -%}
            {%- if node is not none and node.kind in ['condition', 'pattern'] -%}
                {%- do _forwarding_error(source, words[2].at, 'this is a condition and no value', "a property, a constant such as 'x', 1, TRUE, or what is calculated from them") -%}
            {%- endif -%}
            {%- do statements.append(_forwarding_statement(source, words[0], node)) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(statements) -%}
{%- endmacro %}
