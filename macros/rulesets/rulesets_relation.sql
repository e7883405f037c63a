{% macro rulesets_relation() -%}
    {#- The names of the rulesets as a relation, and `nohit`, which stands for what none of them matches. -#}
    select * from values
        {%- for ruleset in settings().rulesets %}
        ({{ sql_text(ruleset.name) }}),
        {%- endfor %}
        ('nohit')
        as rulesets (ruleset)
{%- endmacro %}
