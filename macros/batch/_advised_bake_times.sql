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
