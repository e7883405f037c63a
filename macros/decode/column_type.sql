{% macro column_type(types, column) -%}
    {#- The type in which a canonical column leaves the decoder: a timestamp, a map of texts, or text; `array`: a list, as JSON. -#}
    {%- if column == 'parts' and types[column].startswith('array') -%}{%- do return('array') -%}{%- endif -%}
    {%- set is_typed = (column == 'arrived_at' and types[column] == 'timestamp') or (column == 'properties' and types[column] == 'map<string,string>') -%}
    {%- do return(types[column] if is_typed else 'string') -%}
{%- endmacro %}
