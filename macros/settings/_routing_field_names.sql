{% macro _routing_field_names() -%}
    {#- The fields of a ruleset that say of each message alone how it is read, where it goes and how it looks there, not when it is released. -#}
    {%- do return([
        'outlink', 'key_substitution', 'max_ahead', 'time_pattern', 'set_properties', 'format', 'acknowledge', 'summary', 'mask',
        'outlets', 'capacity', 'partition',
    ]) -%}
{%- endmacro %}
