{% macro no_properties() -%}
    {#- A map of texts that has none, as SQL. -#}
    {%- do return('cast(map() as map<string, string>)') -%}
{%- endmacro %}
