{% macro guarded_maps(expression) -%}
    {#-
        An expression whose maps raise before they are built: where a key is null, and where keys or values raise, which are computed
        first. Spark builds all maps of a task in one place, which an error leaves half full: the map of the next record would have the
        keys of this one. Doubled keys raise nothing where spark.sql.mapKeyDedupPolicy is LAST_WIN (profiles.yml).
    -#}
    {%- set type = "(?i:\\b(?:map|struct|array)\\s*<(?:[^<>'\"`]|<(?:[^<>'\"`]|<[^<>'\"`]*>)*>)*>)" -%}
    {%- set tokens = modules.re.findall(
        '(?s)' ~ text_pattern() ~ '|`(?:[^`]|``)*`|(?i:(?<![\\w.])(?:map|map_from_arrays|map_from_entries|transform_keys)\\s*\\()|' ~ type ~ '|[(),]|[^\'`"(),mMtTrRsSaA]+|.',
        without_comments(expression)
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
            {#- Options of a function of Spark's are constants, and have to stand there as a map. -#}
            {%- set are_options = calls[-1].text.rstrip().endswith(',') and calls | length > 1 and modules.re.search('(?i)\\b(?:from|to|schema_of)_(?:json|csv|xml)\\s*$', calls[-2].text) -%}
            {%- set name = call.name[:-1] | trim | lower if not are_options else none -%}
            {%- set made = call.name ~ arguments | join(',') ~ ')' -%}
            {%- set keys = none -%}
            {%- if name == 'map' and arguments | length % 2 == 0 -%}
                {%- set keys = 'array(' ~ arguments[::2] | join(', ') ~ ')' -%}
                {%- set made = 'map_from_arrays(' ~ keys ~ ', array(' ~ arguments[1::2] | join(', ') ~ '))' -%}
            {%- elif name == 'map_from_arrays' -%}
                {%- set keys = arguments[0] -%}
            {%- elif name == 'map_from_entries' -%}
                {#- Of an entry the first field is the key, whatever it is called. With an entry that is null there is no map. -#}
                {%- set entries = 'cast(' ~ arguments[0] ~ ' as array<struct<key:string,value:string>>)' -%}
                {%- set keys = 'if(exists(' ~ entries ~ ", _entry -> _entry is null), array(''), transform(" ~ entries ~ ', _entry -> _entry.key))' -%}
            {%- elif name == 'transform_keys' -%}
                {%- set keys = 'zip_with(map_keys(' ~ arguments[0] ~ '), map_values(' ~ arguments[0] ~ '), ' ~ arguments[1:] | join(',') ~ ')' -%}
            {%- endif -%}
            {%- if keys is not none -%}
                {%- set made = 'if(exists(' ~ keys ~ ", _key -> _key is null), raise_error('a key of a map is null'), " ~ made ~ ')' -%}
            {%- endif -%}
            {%- do calls[-1].update({'text': calls[-1].text ~ made}) -%}
        {%- else -%}
            {%- do call.update({'text': call.text ~ token}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(calls[0].text if calls | length == 1 else expression | string) -%}
{%- endmacro %}
