{% macro outlets_relation() -%}
    {#- `outlets` as a relation. -#}
    select * from values
        {%- for row in outlets() %}
        ({{ sql_text(row.ruleset) }}, '{{ row.verdict }}', {{ sql_text(row.outlet) }}, {{ sql_text(row.queue) }}, {{ row.capacity if row.capacity is not none else 'cast(null as int)' }}),
        {%- endfor %}
        ('', 'released', 'released', 'released', cast(null as int))
        as outlets (ruleset, verdict, outlet, queue, capacity)
{%- endmacro %}
