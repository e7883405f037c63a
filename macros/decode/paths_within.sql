{% macro paths_within(expression, name) -%}
    {#- The paths by which an expression goes into a field, each a list of names; [[]] where it takes the field as it is. -#}
    {%- set word = '(?:`(?:[^`]|``)+`|[A-Za-z_]\\w*)' -%}
    {%- set paths = [] -%}
    {%- set pattern = '(?i)(?<![\\w.`])(?:' ~ modules.re.escape(name) ~ '|' ~ modules.re.escape(quoted_name(name)) ~ ')((?:\\s*\\.\\s*' ~ word ~ ')*)(?!\\w)' -%}
    {%- for within in modules.re.findall(pattern, expression | string) -%}
        {%- set path = [] -%}
        {%- for part in modules.re.findall(word, within) -%}{%- do path.append(part[1:-1].replace('``', '`') if part.startswith('`') else part) -%}{%- endfor -%}
        {%- do paths.append(path) -%}
    {%- endfor -%}
    {%- do return(paths or [[]]) -%}
{%- endmacro %}
