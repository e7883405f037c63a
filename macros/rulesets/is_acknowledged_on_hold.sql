{% macro is_acknowledged_on_hold() -%}
    {#- Whether a message's ruleset lets its source forget it as soon as it is held, as SQL. -#}
    {%- set names = [] -%}
    {%- for ruleset in settings().rulesets if ruleset.acknowledge == 'on_hold' -%}{%- do names.append(sql_text(ruleset.name)) -%}{%- endfor -%}
    {%- do return('coalesce(ruleset in (' ~ names | join(', ') ~ '), false)' if names else 'false') -%}
{%- endmacro %}
