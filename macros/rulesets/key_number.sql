{% macro key_number(ruleset, text='keyed.sort_key') -%}
    {#- The key as a bigint in its own order; null where it is none of its type, and where the type has no bigint. -#}
    {%- if ruleset.key_type == 'integer' -%}
        cast(try_cast({{ as_integer(text) }} as int) as bigint)
    {%- elif ruleset.key_type in ['sequence', 'long'] -%}
        {{ as_integer(text) }}
    {%- elif ruleset.key_type == 'arrival' -%}
        {#- It is numbered once its place among the others is known (int_resequencer__numbered). -#}
        cast(0 as bigint)
    {%- else -%}
        cast(null as bigint)
    {%- endif -%}
{%- endmacro %}
