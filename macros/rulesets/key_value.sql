{% macro key_value(ruleset) -%}
    {#- A ruleset's key as a value that has its order; null where it is none of its type, or has a bigint (key_number). -#}
    {%- if not ruleset.mode.is_ranked -%}
        cast(null as {{ row_type('key_value') }})
    {%- elif ruleset.key | length == 1 -%}
        {%- set first = key_part_value(ruleset, 'keyed.sort_key') -%}
        case when {{ first }} is not null then named_struct('first', {{ key_part_row(ruleset, first) }}, 'second', cast(null as {{ row_type('key_part') }})) end
    {%- else -%}
        {%- set first = key_part_value(ruleset, 'keyed.first_key') -%}
        {%- set second = key_part_value(ruleset, 'keyed.second_key') -%}
        case
            when {{ first }} is not null and {{ second }} is not null
                then named_struct('first', {{ key_part_row(ruleset, first) }}, 'second', {{ key_part_row(ruleset, second) }})
        end
    {%- endif -%}
{%- endmacro %}
