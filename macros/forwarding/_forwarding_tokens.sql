{% macro _forwarding_tokens(source) -%}
    {#-
        The words of a Service Bus filter or action: {kind, text, at}; of a property its scope (or none), name, and
        whether it is quoted. Operators of several words (IS NOT NULL, NOT IN and its parenthesis) are one, so that none
        needs to know what follows it.
    -#}
    {%- set identifier = '[^\\W\\d_]\\w*' -%}
    {%- set pattern =
        "(?is)(?P<blank>\\s+)|(?P<text>'(?:[^']|'')*')"
        ~ '|(?P<number>(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:e[+-]?[0-9]+)?(?![\\w.]))'
        ~ '|(?P<test>is\\s+(?:not\\s+)?null\\b)|(?P<list>(?:not\\s+)?in\\s*\\()|(?P<like>(?:not\\s+)?like\\b)'
        ~ '|(?P<word>(?:and|or|not|escape)\\b)|(?P<constant>(?:true|false|null)\\b)'
        ~ '|(?P<function>' ~ identifier ~ '\\s*\\()'
        ~ '|(?P<property>(?:(?P<scope>' ~ identifier ~ ')\\s*\\.\\s*)?(?:(?P<regular>' ~ identifier ~ ')'
        ~ '|\\[(?P<delimited>(?:[^\\]]|\\]\\])+)\\]|"(?P<quoted>(?:[^"]|"")+)"))'
        ~ '|(?P<operator><>|!=|<=|>=|[=<>+*/%-])|(?P<sign>[(),;])|(?P<wrong>.)'
    -%}
    {%- set reserved = ['and', 'or', 'not', 'like', 'in', 'is', 'null', 'exists', 'escape', 'true', 'false'] -%}
    {%- set tokens = [] -%}
    {%- for match in modules.re.finditer(pattern, source.text) if match.lastgroup != 'blank' -%}
        {%- set token = {'kind': match.lastgroup, 'text': match.group(), 'at': match.start()} -%}
        {%- if token.kind == 'wrong' -%}
            {%- if token.text in ["'", '"', '['] -%}
                {%- do _forwarding_error(source, token.at, 'what begins here has no end, or nothing in it', "'text', [name] or \"name\"; within them their last sign stands twice") -%}
            {%- elif token.text == '@' -%}
                {%- do _forwarding_error(source, token.at, 'there are no parameters', 'the value itself') -%}
            {%- elif token.text in ['{', '}'] -%}
                {%- do _forwarding_error(source, token.at, 'braces are for an action without SET', 'SessionId = {property}_{property}; or SET sys.SessionId = property + property') -%}
            {%- endif -%}
            {%- do _forwarding_error(source, token.at, 'this sign means nothing here', 'values, operators and parentheses; a name with other signs than letters, digits and _ as [name]') -%}
        {%- elif token.kind == 'property' -%}
            {%- if match.group('regular') and match.group('regular') | lower in reserved -%}
                {%- do _forwarding_error(source, match.start('regular'), 'a property cannot be called ' ~ match.group('regular') ~ ' like that', '[' ~ match.group('regular') ~ ']') -%}
            {%- endif -%}
            {%- do token.update({
                'scope': match.group('scope'),
                'name': match.group('regular') or (match.group('delimited') or '').replace(']]', ']')
                    or match.group('quoted').replace('""', '"'),
                'is_quoted': match.group('regular') is none,
            }) -%}
        {%- endif -%}
        {%- do tokens.append(token) -%}
    {%- endfor -%}
    {%- do return(tokens) -%}
{%- endmacro %}
