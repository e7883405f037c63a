{% macro _any_group(field, value=none) -%}
    {#- Whether any order group has this field set, or set to this value: what no ruleset asks for is not compiled. -#}
    {%- for group in order_groups().values() -%}
        {%- if (value is none and group[field] is not none and group[field] is not sameas false) or (value is not none and group[field] == value) -%}
            {%- do return(true) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(false) -%}
{%- endmacro %}
