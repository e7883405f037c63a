{% macro matched_rule() -%}
    {#-
        The name of the first forwarding rule that takes a message, null where none does: the message's entity is one of
        `from`, and the filter is true.
    -#}
    case
        {%- for rule in forwarding_rules() %}
        {%- set entities = [] -%}
        {%- for entity in rule['from'] or [] -%}{%- do entities.append(sql_text(entity)) -%}{%- endfor %}
        when {{ 'entity in (' ~ entities | join(', ') ~ ') and ' if entities }}{{ rule.filter }} then {{ sql_text(rule.name) }}
        {%- endfor %}
    end
{%- endmacro %}
