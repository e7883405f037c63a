{% macro _checked_rulesets() -%}
    {#-
        The rulesets as `_rulesets_setting` gives them, checked once for all models of an invocation: dbt's `graph` is
        what they share. By what is checked, since each unit test has variables of its own. While dbt only parses,
        nothing depends on them.
    -#}
    {%- if not execute -%}
        {%- do return(_rulesets_setting(none)) -%}
    {%- endif -%}
    {%- set value = var('resequencer__rulesets', none) -%}
    {%- set checked = graph.setdefault('_resequencer_rulesets', {}) -%}
    {%- set name = local_md5(value | tojson) -%}
    {%- if name not in checked -%}
        {%- do checked.update({name: _rulesets_setting(value)}) -%}
    {%- endif -%}
    {%- do return(checked[name]) -%}
{%- endmacro %}
