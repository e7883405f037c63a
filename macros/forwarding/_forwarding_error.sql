{% macro _forwarding_error(source, at, problem, remedy) -%}
    {#- Stops the run over a text of a forwarding rule, and says where in the text. -#}
    {%- set rest = source.text[at:].lstrip() -%}
    {%- set place = 'at its end' if not rest else 'at character ' ~ (source.text | length - rest | length + 1) ~ ' (' ~ rest[:30] ~ ('…' if rest | length > 30) ~ ')' -%}
    {%- do setting_error(source.setting, 'is wrong ' ~ place ~ ': ' ~ problem, remedy) -%}
{%- endmacro %}
