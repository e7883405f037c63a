{% macro _key_substitution_setting(setting, value, parts) -%}
    {#- The substitutions of a key, one for each of its parts; none where it has none. One that is no list is for all parts. -#}
    {%- set is_list = value is not string and value is not mapping and value is iterable -%}
    {%- if is_list and (parts == 1 or value | length != 2) -%}
        {%- do setting_error(setting, 'is a list of ' ~ value | length ~ ' for a key of ' ~ ('two parts' if parts == 2 else 'one part'), 's/regular expression/replacement/' ~ (', or a list of two, one for each part (null: none)' if parts == 2 else '; or give key a list of two')) -%}
    {%- endif -%}
    {%- set checked = [] -%}
    {%- for substitution in (value if is_list else []) -%}
        {%- do checked.append(_substitution_setting(setting ~ '[' ~ loop.index0 ~ ']', substitution) if substitution is not none else none) -%}
    {%- endfor -%}
    {%- do return(checked if is_list else [_substitution_setting(setting, value) if value is not none else none] * parts) -%}
{%- endmacro %}
