{% macro without_comments(expression) -%}
    {#- An expression of Spark SQL without its comments, in which quotes, commas and brackets mean nothing. -#}
    {%- set kept = [] -%}
    {%- for token in modules.re.findall('(?s)' ~ text_pattern() ~ '|`(?:[^`]|``)*`|--[^\n]*|/\\*.*?\\*/|[^\'"`/\\-rR]+|.', expression | string) -%}
        {%- do kept.append(' ' if token.startswith(('--', '/*')) else token) -%}
    {%- endfor -%}
    {%- do return(kept | join) -%}
{%- endmacro %}
