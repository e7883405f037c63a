{% macro take_bake_times(ledger, last) -%}
    {#-
        Of order groups with `bake_time: auto`: the bake time of this batch, from what is advised (of a group the longest that is advised for
        any of its rulesets) and what the last batch recorded, and from nothing else (docs/advice.md). From then on `order_groups()` has it
        while the ledger compiles, and the batch records it.
    -#}
    {%- set advice = adapter.get_relation(database=ledger.database, schema=ledger.schema, identifier='resequencer__bake_time_advice') if ledger and has_mode('auto') else none -%}
    {%- set rows_ = run_query('select ruleset, cast(advised_ms as string) from ' ~ advice ~ ' where advised_ms is not null').rows if advice is not none else [] -%}
    {%- set group_of = dict(zip(settings().rulesets | map(attribute='name'), settings().rulesets | map(attribute='order_group'))) -%}
    {%- set advised = {} -%}
    {%- for row in rows_ -%}
        {%- set name = group_of.get(row[0]) -%}
        {%- do advised.update({name: [advised.get(name, 0), (row[1] | int) * 1000] | max}) -%}
    {%- endfor -%}
    {%- set taken = {} -%}
    {%- for name, group in order_groups().items() if group.auto -%}
        {%- do taken.update({name: next_bake_time(group.auto, last.get('order_groups', {}).get(name), advised.get(name))}) -%}
    {%- endfor -%}
    {%- do context.update({'_resequencer_bake_times': taken}) -%}
{%- endmacro %}
