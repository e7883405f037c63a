{% macro restart_fields() -%}
    {#- The fields that restart may have, each as it may be written in a ruleset. -#}
    {%- do return({
        'backward': 'backward: 100', 'forward': 'forward: 1000', 'silence': 'silence: 10m', 'repeat': 'repeat: true',
        'within': 'backward: 100, within: 5s',
    }) -%}
{%- endmacro %}
