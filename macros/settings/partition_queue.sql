{% macro partition_queue(ruleset, verdict) -%}
    {#- Who shares a partition of an outlet: of what is ordered the order_group, which leaves together; else the ruleset. -#}
    {%- do return(ruleset.outlets[verdict] ~ ' ' ~ verdict ~ ' ' ~ (ruleset.order_group if verdict == 'released' else ruleset.name)) -%}
{%- endmacro %}
