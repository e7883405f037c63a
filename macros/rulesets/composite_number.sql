{% macro composite_number(ruleset) -%}
    {#- A composite key whose numbers have no gaps, as one number: wrap_at numbers to each first part, from 0 on; less by those below wrap_to. -#}
    {%- set second = as_integer('keyed.second_key') -%}
    {#- In decimals: the lowest bigint is a sum whose first term is none. -#}
    {%- set first = 'cast(' ~ as_integer('keyed.first_key') ~ ' as decimal(20, 0))' -%}
    {%- set lowest = ruleset.mode.wrap_to or 0 -%}
    case
        when {{ second }} between {{ lowest }} and {{ ruleset.mode.second_below - 1 }}
            then try_cast(try_add(try_multiply({{ first }}, {{ ruleset.mode.second_below - lowest }}), {{ second }}) as bigint)
    end
{%- endmacro %}
