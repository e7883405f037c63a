{% macro _key_setting(setting, value) -%}
    {#- The key's templates: one, or the two of a composite key. -#}
    {%- if value is string or value is mapping or value is not iterable -%}
        {%- do return([_template_setting(setting, value)]) -%}
    {%- endif -%}
    {%- if value | length not in [1, 2] -%}
        {%- do setting_error(setting, 'is a list of ' ~ value | length, 'a template, or a list of two for a key of two parts') -%}
    {%- endif -%}
    {%- set templates = [] -%}
    {%- for template in value -%}
        {%- do templates.append(_template_setting(setting ~ '[' ~ loop.index0 ~ ']', template)) -%}
    {%- endfor -%}
    {%- do return(templates) -%}
{%- endmacro %}
