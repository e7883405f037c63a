{% macro take_bake_times(ledger, last) -%}
    {#-
        Of order groups with `bake_time: auto`: the bake time of this batch, from what is advised and what the last batch
        recorded, and from nothing else (docs/advice.md). From then on `order_groups()` has it while the ledger compiles, and
        the batch records it.
    -#}
    {%- set taken = {} -%}
    {%- set advised = _advised_bake_times(ledger) -%}
    {%- for name, group in order_groups().items() if group.auto -%}
        {%- set before = last.order_groups.get(name) if last else none -%}
        {%- do taken.update({name: next_bake_time(group.auto, before, advised.get(name))}) -%}
    {%- endfor -%}
    {%- do context.update({'_resequencer_bake_times': taken}) -%}
{%- endmacro %}
