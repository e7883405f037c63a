{% macro matched_ruleset() -%}
    {#- The name of the first ruleset a message matches; null where there is none. -#}
    case
        {%- for ruleset in settings().rulesets %}
        when {{ matches_ruleset(ruleset.match) }} then {{ sql_text(ruleset.name) }}
        {%- endfor %}
    end
{%- endmacro %}
