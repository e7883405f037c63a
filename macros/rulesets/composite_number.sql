{% macro composite_number(ruleset) -%}
    {#- A composite key whose numbers have no gaps, as one number: wrap_at numbers to each first part, from 0 on. -#}
    {%- set second = as_integer('keyed.second_key') -%}
    case
        when {{ second }} between 0 and {{ ruleset.mode.second_below - 1 }}
            then try_add(try_multiply({{ as_integer('keyed.first_key') }}, {{ ruleset.mode.second_below }}), {{ second }})
    end
{%- endmacro %}
