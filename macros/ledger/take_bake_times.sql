{% macro take_bake_times(ledger, last) -%}
    {#-
        Of order groups with `bake_time: auto`: the bake time of this batch, from what is advised and what the last batch
        recorded, and from nothing else (docs/advice.md). From then on `order_groups()` has it while the ledger compiles, and
        the batch records it.
    -#}
    {%- set taken = {} -%}
    {%- set advised = _advised_bake_times(ledger) if _any_group('auto') else {} -%}
    {%- for name, group in order_groups().items() if group.auto -%}
        {%- set before = last.order_groups.get(name) if last else none -%}
        {%- do taken.update({name: next_bake_time(group.auto, before, advised.get(name))}) -%}
    {%- endfor -%}
    {%- do context.update({'_resequencer_bake_times': taken}) -%}
{%- endmacro %}

{% macro _advised_bake_times(ledger) -%}
    {#- By order group, in microseconds: the longest bake time advised for any of its rulesets; where none is, it is left out. -#}
    {%- set relation = adapter.get_relation(database=ledger.database, schema=ledger.schema, identifier='resequencer__bake_time_advice') if ledger else none -%}
    {%- set advised = {} -%}
    {%- if relation is not none -%}
        {%- set groups = {} -%}
        {%- for ruleset in settings().rulesets -%}{%- do groups.update({ruleset.name: ruleset.order_group}) -%}{%- endfor -%}
        {%- for row in run_query('select ruleset, cast(advised_ms as string) from ' ~ relation ~ ' where advised_ms is not null').rows if row[0] in groups -%}
            {%- do advised.update({groups[row[0]]: [advised.get(groups[row[0]], 0), (row[1] | int) * 1000] | max}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(advised) -%}
{%- endmacro %}
