{% macro next_bake_time(auto, before, advised_us) -%}
    {#-
        The bake time of the next batch: {bake_us, batches_below, is_advised}, times in microseconds. The first that is
        advised is taken at once: what was in force before rests on nothing (is_advised: it has been taken). From then on it
        is raised at once where the advice is more than 5 % higher: being late costs messages. It is lowered where the advice
        was more than 25 % lower for three batches in a row (batches_below counts them): a calm hour lowers nothing.
          auto        bounds, and what it is at first
          before      the order group as the last batch recorded it; none: the first
          advised_us  what is advised; none: too little data
    -#}
    {%- set before = before or {} -%}
    {%- set current = [[before.get('bake_us') or auto.initial_us, auto.from_us] | max, auto.to_us] | min -%}
    {%- set was_advised = before.get('is_advised') or false -%}
    {%- if advised_us is none -%}
        {%- do return({'bake_us': current, 'batches_below': 0, 'is_advised': was_advised}) -%}
    {%- endif -%}
    {%- set wanted = [[advised_us, auto.from_us] | max, auto.to_us] | min -%}
    {%- set below = (before.get('batches_below') or 0) + 1 -%}
    {%- set is_lower = 100 * wanted < 75 * current -%}
    {%- set is_taken = not was_advised or 100 * wanted > 105 * current or (is_lower and below >= 3) -%}
    {%- do return({
        'bake_us': wanted if is_taken else current,
        'batches_below': below if is_lower and not is_taken else 0,
        'is_advised': true,
    }) -%}
{%- endmacro %}
