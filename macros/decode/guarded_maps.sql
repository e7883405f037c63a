{% macro guarded_maps(expression) -%}
    {#-
        An expression whose maps raise before they are built, where a key is null. Spark builds all maps of a task in one place, which an
        error leaves half full: the map of the next record would have the keys of this one. Doubled keys raise nothing where
        spark.sql.mapKeyDedupPolicy is LAST_WIN (profiles.yml).
    -#}
    {%- set tokens = modules.re.findall(
        '(?s)\'(?:[^\'\\\\]|\\\\.)*\'|`(?:[^`]|``)*`|"(?:[^"\\\\]|\\\\.)*"|\\b[mM][aA][pP](?:_[fF][rR][oO][mM]_[aA][rR][rR][aA][yY][sS])?\\s*\\(|[(),]|[^\'`"(),mM]+|.',
        expression | string
    ) -%}
    {%- set calls = [{'name': '', 'arguments': [], 'text': ''}] -%}
    {%- for token in tokens -%}
        {%- set call = calls[-1] -%}
        {%- if token.endswith('(') and not token.startswith(("'", '`', '"')) -%}
            {%- do calls.append({'name': token, 'arguments': [], 'text': ''}) -%}
        {%- elif token == ',' and call.name | length > 1 -%}
            {%- do call.update({'arguments': call.arguments + [call.text], 'text': ''}) -%}
        {%- elif token == ')' and calls | length > 1 -%}
            {%- do calls.pop() -%}
            {%- set arguments = call.arguments + [call.text] -%}
            {%- set made = call.name ~ arguments | join(',') ~ ')' -%}
            {%- set nulls = [] -%}
            {%- if 'arrays' in call.name | lower -%}
                {%- do nulls.append('exists(' ~ arguments[0] ~ ', _key -> _key is null)') -%}
            {%- elif call.name | length > 1 and arguments | length % 2 == 0 -%}
                {%- for key in arguments[::2] -%}{%- do nulls.append('(' ~ key ~ ') is null') -%}{%- endfor -%}
            {%- endif -%}
            {%- set made = 'if(' ~ nulls | join(' or ') ~ ", raise_error('a key of a map is null'), " ~ made ~ ')' if nulls else made -%}
            {%- do calls[-1].update({'text': calls[-1].text ~ made}) -%}
        {%- else -%}
            {%- do call.update({'text': call.text ~ token}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(calls[0].text if calls | length == 1 else expression | string) -%}
{%- endmacro %}
