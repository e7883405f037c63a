{% macro ruleset_expression(ruleset, part) -%}
    {#-
        SQL that one ruleset stands for. Of a message's columns: order_group, group, has_group (whether there must
        be one), key, outlink, claim (id, and whether it claims). Of its sort_key: number (a bigint that has its order) or value (of keys that have
        none), either null where the key is none of its type, and wrong_key (what then to say).
    -#}
    {%- if part == 'order_group' -%}
        {#- Where groups have the names of their rulesets, a thousand of them are one expression. -#}
        {%- do return('ruleset' if ruleset.order_group == ruleset.name and settings().rulesets | length > 1 else sql_text(ruleset.order_group)) -%}
    {%- elif part == 'group' -%}
        {%- do return(template_expression(ruleset.group_by)) -%}
    {%- elif part == 'has_group' -%}
        {%- do return('false' if ruleset.group_by == '' else 'true') -%}
    {%- elif part == 'claim' -%}
        {%- do return("named_struct('id', " ~ template_expression(ruleset.claim.id or ruleset.key) ~ ", 'is_claim', " ~ ('true' if ruleset.claim.is_claim else 'false') ~ ')') -%}
    {%- elif part == 'outlink' -%}
        {%- do return(sql_text(ruleset.outlink)) -%}
    {%- elif ruleset.outlink is not none -%}
        {%- do return('cast(null as ' ~ {'number': 'bigint', 'value': key_value_type()}.get(part, 'string') ~ ')') -%}
    {%- elif part == 'key' -%}
        {%- do return(substitution_expression(template_expression(ruleset.key), ruleset.key_substitution)) -%}
    {%- elif part == 'number' -%}
        {%- do return(key_number(ruleset.key_type, ruleset.time_pattern)) -%}
    {%- elif part == 'value' -%}
        {%- do return(key_value(ruleset.key_type)) -%}
    {%- elif part == 'wrong_key' -%}
        {%- do return(sql_text(key_types()[ruleset.key_type])) -%}
    {%- endif -%}
{%- endmacro %}
