{% macro matched_value(name, qualifier='') -%}
    {#- What a name in match.properties stands for, as SQL text: a canonical column, else a property. -#}
    {%- do return(
        'cast(' ~ qualifier ~ name ~ ' as string)' if name in canonical_columns() and name not in ['properties', 'body', 'parts']
        else 'cast(try_element_at(' ~ qualifier ~ 'properties, ' ~ sql_text(name) ~ ') as string)'
    ) -%}
{%- endmacro %}
