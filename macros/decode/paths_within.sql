{% macro paths_within(expression, name) -%}
    {#- The paths by which an expression goes into a field, each a list of names; [[]] where it takes the field as it is. -#}
    {%- set paths = [] -%}
    {%- set pattern = '(?i)(?<![\\w.`])(?:' ~ modules.re.escape(name) ~ '|' ~ modules.re.escape(quoted_name(name)) ~ ')((?:\\s*\\.\\s*' ~ name_pattern() ~ ')*)(?!\\w)' -%}
    {%- for within in modules.re.findall(pattern, expression | string) -%}
        {%- do paths.append(path_names(within)) -%}
    {%- endfor -%}
    {%- do return(paths or [[]]) -%}
{%- endmacro %}
