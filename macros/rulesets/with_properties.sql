{% macro with_properties(values) -%}
    {#- The properties of a message with some of them set, as SQL: {name: expression}; where that is null, not set. -#}
    {%- set names = [] -%}
    {%- set pairs = [] -%}
    {%- for name in values -%}
        {%- do names.append(sql_text(name)) -%}
        {%- do pairs.append(sql_text(name) ~ ', ' ~ values[name]) -%}
    {%- endfor -%}
    {%- do return(
        'map_concat(map_filter(coalesce(properties, cast(map() as map<string, string>)), (name, value) -> name not in (' ~ names | join(', ') ~ ')),'
        ~ ' map_filter(map(' ~ pairs | join(', ') ~ '), (name, value) -> value is not null))'
    ) -%}
{%- endmacro %}
