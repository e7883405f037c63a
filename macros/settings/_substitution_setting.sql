{% macro _substitution_setting(setting, value) -%}
    {#-
        A substitution as Perl writes it, s/regex/replacement/ with the flags g and i, as Java reads it: {text, pattern,
        replacement, group (the highest the replacement names)}.
        Without g only the first match is replaced. Java's replaceAll has that, too, where the pattern takes in
        what stands before the first match, in a group of its own, and the match in another: numbers of groups
        then begin two higher.
    -#}
    {%- set form = 's/regular expression/replacement/ such as s/^0//, with g to replace every match, i for any case' -%}
    {%- set parts = modules.re.fullmatch('(?s)s([^\\w\\s\\\\])((?:\\\\.|(?!\\1).)*)\\1((?:\\\\.|(?!\\1).)*)\\1(\\w*)', value) if value is string else none -%}
    {%- if not parts -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson, form) -%}
    {%- endif -%}
    {%- if not parts.group(2) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson ~ ', which has nothing to look for', form) -%}
    {%- endif -%}
    {%- set flags = parts.group(4) -%}
    {%- if modules.re.search('[^gi]', flags) -%}
        {%- do setting_error(setting, 'is ' ~ value | tojson ~ ', with the flags ' ~ flags, form ~ '; what needs more is an expression in resequencer__columns') -%}
    {%- endif -%}
    {%- set shift = 0 if 'g' in flags else 2 -%}

    {%- set pattern = [] -%}
    {%- for token in modules.re.findall('(?s)\\\\.|[^\\\\]+', parts.group(2)) -%}
        {%- do pattern.append('\\' ~ (token[1:] | int + shift) if modules.re.fullmatch('\\\\[1-9]', token) else token) -%}
    {%- endfor -%}
    {%- set pattern = ('(?i)' if 'i' in flags else '') ~ ('\\A([\\s\\S]*?)(' if shift else '') ~ pattern | join ~ (')' if shift else '') -%}

    {%- set replacement = ['$1' if shift else ''] -%}
    {%- set groups = [0] -%}
    {%- set after = namespace(group=false) -%}
    {%- for token in modules.re.findall('(?s)\\\\.|\\$\\d+|\\$\\{\\d+\\}|\\$&|.', parts.group(3)) -%}
        {%- set group = modules.re.fullmatch('\\\\(\\d)|\\$(\\d+)|\\$\\{(\\d+)\\}', token) -%}
        {%- if token == '$&' -%}
            {%- do replacement.append('$' ~ shift) -%}
        {%- elif group -%}
            {%- set number = (group.group(1) or group.group(2) or group.group(3)) | int + shift -%}
            {%- do groups.append(number) -%}
            {%- do replacement.append('$' ~ number) -%}
        {%- else -%}
            {%- set literal = {'\\n': '\n', '\\t': '\t', '\\r': '\r'}.get(token, token[1:] if token | length == 2 else token) -%}
            {#- Java would read a digit behind the number of a group as part of it. -#}
            {%- do replacement.append('\\' ~ literal if literal in ['\\', '$'] or (after.group and literal in '0123456789') else literal) -%}
        {%- endif -%}
        {%- set after.group = group or token == '$&' -%}
    {%- endfor -%}
    {%- do return({'text': value, 'pattern': pattern, 'replacement': replacement | join, 'group': groups | max}) -%}
{%- endmacro %}
