{% macro bake_periods(ledger, batch) -%}
    {#-
        Of order groups with `bake_time: auto`: which bake time was in force when, as [{from_us, to_us, bake_us}] by name.
        Of a run it is its own bake time; of a rebuild those of all batches, as they recorded them. From just after the clock
        before on: whatever arrived by then came before the change, in a rebuild too.
    -#}
    {%- set recorded = run_query(
        'select batch.order_groups, cast(unix_micros(batch.previous_clock) as string) from ' ~ ledger ~ " where disposition = 'batch' and batch.number < " ~ batch.number ~ ' order by batch.number'
    ).rows if batch.is_rebuild and has_mode('auto') else [] -%}
    {%- set batches = [] -%}
    {%- for row in recorded -%}{%- do batches.append((fromjson(row[0]), fromjson(row[1] or 'null'))) -%}{%- endfor -%}
    {%- do batches.append((order_groups(), batch.previous_clock_us)) -%}
    {%- set periods = {} -%}
    {%- for name, group in order_groups().items() if group.auto -%}
        {%- set of_group = [] -%}
        {%- for groups, clock_before_us in batches -%}
            {%- set bake_us = groups.get(name, {}).get('bake_us') -%}
            {%- if not of_group or of_group[-1].bake_us != bake_us -%}
                {%- if of_group -%}{%- do of_group[-1].update({'to_us': clock_before_us}) -%}{%- endif -%}
                {%- set from_us = clock_before_us + 1 if clock_before_us is not none else none -%}
                {%- do of_group.append({'from_us': from_us, 'to_us': 9223372036854775807, 'bake_us': bake_us}) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do periods.update({name: of_group}) -%}
    {%- endfor -%}
    {%- do return(periods) -%}
{%- endmacro %}
