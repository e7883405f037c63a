{% macro landing_relation(format, landing, files=none) -%}
    {#- The landing place as a relation, read as `landing_reader` says. -#}
    {%- set reader = landing_reader(format, landing, files) -%}
    {%- do return(format ~ '.`' ~ reader.path.replace('`', '``') ~ '`' ~ (' with (' ~ reader.options ~ ')' if reader.options)) -%}
{%- endmacro %}
