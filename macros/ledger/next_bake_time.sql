{% macro next_bake_time(auto, before, advised_us) -%}
    {#-
        The bake time of the next batch: {bake_us, batches_below}, times in microseconds. It is raised at once where the
        advice is more than 5 % higher: being late costs messages. It is lowered where the advice was more than 25 % lower
        for three batches in a row (batches_below counts them): a calm hour lowers nothing.
          auto        bounds, and what it is at first
          before      the order group as the last batch recorded it; none: the first
          advised_us  what is advised; none: too little data
    -#}
    {%- set current = (before.bake_us if before else none) or auto.initial_us -%}
    {%- set current = [[current, auto.from_us] | max, auto.to_us] | min -%}
    {%- set kept = {'bake_us': current, 'batches_below': 0} -%}
    {%- if advised_us is none -%}
        {%- do return(kept) -%}
    {%- endif -%}
    {%- set wanted = [[advised_us, auto.from_us] | max, auto.to_us] | min -%}
    {%- set below = (before.batches_below or 0 if before else 0) + 1 -%}
    {%- if 100 * wanted > 105 * current or (100 * wanted < 75 * current and below >= 3) -%}
        {%- do return({'bake_us': wanted, 'batches_below': 0}) -%}
    {%- endif -%}
    {%- do return({'bake_us': current, 'batches_below': below} if 100 * wanted < 75 * current else kept) -%}
{%- endmacro %}
