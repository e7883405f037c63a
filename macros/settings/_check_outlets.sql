{% macro _check_outlets(setting, rulesets) -%}
    {#-
        Where rulesets meet at an outlet. One outlet has one capacity, and the partitions of it leave something to
        those that have none. What is ordered together leaves together, or the order would be lost at the outlet.
    -#}
    {%- set capacities = {} -%}
    {%- set groups = {} -%}
    {%- for ruleset in rulesets -%}
        {%- set name = setting ~ ' ' ~ ruleset.name -%}
        {%- for outlet in ruleset.capacity -%}
            {%- set first = capacities.setdefault(ruleset.outlets[outlet], ruleset) -%}
            {%- for other in first.outlets if first.outlets[other] == ruleset.outlets[outlet] and other in first.capacity and first.capacity[other] != ruleset.capacity[outlet] -%}
                {%- do setting_error(name ~ '.capacity', 'of the outlet ' ~ ruleset.outlets[outlet] ~ ' differs from that in ' ~ first.name, 'the same in every ruleset that leads to one outlet, or left out in all but one') -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- if ruleset.outlink is none -%}
            {%- set first = groups.setdefault(ruleset.order_group, ruleset) -%}
            {%- if ruleset.outlets.released != first.outlets.released -%}
                {%- do setting_error(name ~ '.outlets.released', 'differs from that of ' ~ first.name ~ ', which is in the same order_group ' ~ ruleset.order_group, 'the same in every ruleset of one order_group: what is ordered together leaves together') -%}
            {%- elif ruleset.partition.released != first.partition.released -%}
                {%- do setting_error(name ~ '.partition', 'differs from that of ' ~ first.name ~ ', which is in the same order_group ' ~ ruleset.order_group, 'the same in every ruleset of one order_group: what is ordered together leaves together') -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}

    {%- set free = {} -%}
    {%- set queues = [] -%}
    {%- for ruleset in rulesets -%}
        {%- for outlet in ruleset.partition -%}
            {%- set name = ruleset.outlets[outlet] -%}
            {%- set capacity = _outlet_capacity(capacities, name) -%}
            {%- if capacity is none -%}
                {%- do setting_error(setting ~ ' ' ~ ruleset.name ~ '.partition', 'is a share of the outlet ' ~ name ~ ', which has no capacity', 'left out; or give the outlet a capacity') -%}
            {%- endif -%}
            {%- if partition_queue(ruleset, outlet) not in queues -%}
                {%- do queues.append(partition_queue(ruleset, outlet)) -%}
                {%- do free.update({name: free.get(name, capacity) - ruleset.partition[outlet]}) -%}
            {%- endif -%}
            {%- if free[name] < 0 -%}
                {%- do setting_error(setting ~ ' ' ~ ruleset.name ~ '.partition', 'is more than is left of the capacity of the outlet ' ~ name ~ ', ' ~ capacity, 'partitions that are not more than the capacity together') -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for ruleset in rulesets -%}
        {%- for outlet in ruleset.outlets if free.get(ruleset.outlets[outlet]) == 0 and outlet not in ruleset.partition and outlet in ([ruleset.outlink] if ruleset.outlink else ['released', 'bypass', 'failure']) -%}
            {%- do setting_error(setting ~ ' ' ~ ruleset.name, 'leads to the outlet ' ~ ruleset.outlets[outlet] ~ ', of whose capacity the partitions of others leave nothing', 'a partition of its own for ' ~ outlet ~ ', a higher capacity, or another name in outlets') -%}
        {%- endfor -%}
    {%- endfor -%}
{%- endmacro %}
