{% macro _checked_setting(name, check, value) -%}
    {#-
        What `check` makes of a value, computed once for all models of an invocation: dbt's `graph` is what they share. By
        what is checked, since each unit test has variables of its own.
    -#}
    {%- set checked = graph.setdefault('_resequencer_' ~ name, {}) -%}
    {#- YAML's dates are no JSON. -#}
    {%- set key = local_md5(value | string) -%}
    {%- if key not in checked -%}
        {%- do checked.update({key: check(*value)}) -%}
    {%- endif -%}
    {%- do return(checked[key]) -%}
{%- endmacro %}
