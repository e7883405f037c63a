{% macro outlets() -%}
    {#-
        Where each ruleset's messages leave, where that is not the outlet of the verdict's own name without a
        capacity: a list of {ruleset (none: of no ruleset), verdict, outlet, queue, capacity (none: no limit)}. A
        queue is what shares a capacity: a partition, or all at an outlet that have none.
    -#}
    {%- set rulesets = settings().rulesets -%}
    {%- set given = {} -%}
    {%- for ruleset in rulesets -%}
        {%- for verdict in ruleset.capacity -%}{%- do given.update({ruleset.outlets[verdict]: ruleset.capacity[verdict]}) -%}{%- endfor -%}
    {%- endfor -%}
    {%- set free = {} -%}
    {%- do free.update(given) -%}
    {%- set queues = [] -%}
    {%- for ruleset in rulesets -%}
        {%- for verdict in ruleset.partition if partition_queue(ruleset, verdict) not in queues -%}
            {%- do queues.append(partition_queue(ruleset, verdict)) -%}
            {%- do free.update({ruleset.outlets[verdict]: free[ruleset.outlets[verdict]] - ruleset.partition[verdict]}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set rows_ = [] -%}
    {%- for ruleset in rulesets -%}
        {%- for verdict in ruleset.outlets -%}
            {%- set outlet = ruleset.outlets[verdict] -%}
            {%- if outlet != verdict or outlet in given -%}
                {%- do rows_.append({
                    'ruleset': ruleset.name,
                    'verdict': verdict,
                    'outlet': outlet,
                    'queue': partition_queue(ruleset, verdict) if verdict in ruleset.partition else outlet,
                    'capacity': ruleset.partition.get(verdict, free.get(outlet)),
                }) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for verdict in ['failure', 'nohit'] if verdict in given -%}
        {%- do rows_.append({'ruleset': none, 'verdict': verdict, 'outlet': verdict, 'queue': verdict, 'capacity': free[verdict]}) -%}
    {%- endfor -%}
    {%- do return(rows_) -%}
{%- endmacro %}
