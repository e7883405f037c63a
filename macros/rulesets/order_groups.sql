{% macro order_groups(rulesets=none) -%}
    {#-
        What the ordering needs of the rulesets (by default those of settings()): one mapping per order_group, whose
        rulesets agree; those with an outlink order nothing. Fields as in `_mode_setting`; besides key_type, start,
        step, and claims: whether one of its rulesets claims.
    -#}
    {%- set groups = {} -%}
    {%- set rulesets = rulesets or settings().rulesets -%}
    {%- for ruleset in rulesets | selectattr('outlink', 'none') | list or rulesets -%}
        {%- if ruleset.order_group not in groups -%}
            {%- set group = {'key_type': ruleset.key_type, 'start': ruleset.start, 'step': ruleset.step, 'claims': false, 'ttl_us': none} -%}
            {%- do group.update(ruleset.mode) -%}
            {%- set taken = context.get('_resequencer_bake_times', {}).get(ruleset.order_group) if group.auto else none -%}
            {%- if taken -%}{%- do group.update({'bake_us': taken.bake_us, 'batches_below': taken.batches_below, 'is_advised': taken.is_advised or false}) -%}{%- endif -%}
            {%- do groups.update({ruleset.order_group: group}) -%}
        {%- endif -%}
        {%- if ruleset.claim.is_claim -%}
            {%- do groups[ruleset.order_group].update({'claims': true, 'ttl_us': ruleset.claim.time_to_live_us}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(groups) -%}
{%- endmacro %}
