{% macro _routing_field_names() -%}
    {#- The fields of a ruleset that say where a message goes and how it looks there, not when it is released. -#}
    {%- do return([
        'outlink', 'key_substitution', 'time_pattern', 'set_properties', 'format', 'acknowledge', 'summary', 'mask',
        'outlets', 'capacity', 'partition',
    ]) -%}
{%- endmacro %}
