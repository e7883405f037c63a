{% macro bake_periods(ledger, batch) -%}
    {#-
        Of order groups with `bake_time: auto`: which bake time was in force when, as [{from_us, to_us, bake_us}] by name.
        Of a run it is its own bake time; of a rebuild those of all batches, as they recorded them. From just after the clock
        before on: whatever arrived by then came before the change, in a rebuild too.
    -#}
    {%- set ends_us = 9223372036854775807 -%}
    {%- set batches = [] -%}
    {%- if batch.is_rebuild -%}
        {%- set recorded = run_query(
            'select cast(unix_micros(batch.previous_clock) as string), batch.order_groups from ' ~ ledger
            ~ " where disposition = 'batch' order by batch.number"
        ).rows -%}
        {%- for row in recorded -%}
            {%- do batches.append({'clock_before_us': row[0] | int if row[0] is not none else none, 'order_groups': fromjson(row[1])}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do batches.append({'clock_before_us': batch.previous_clock_us, 'order_groups': order_groups()}) -%}
    {%- set periods = {} -%}
    {%- for name, group in order_groups().items() if group.auto -%}
        {%- set of_group = [] -%}
        {%- for one in batches -%}
            {%- set bake_us = (one.order_groups.get(name) or {}).get('bake_us') -%}
            {%- if not of_group or of_group[-1].bake_us != bake_us -%}
                {%- if of_group -%}{%- do of_group[-1].update({'to_us': one.clock_before_us}) -%}{%- endif -%}
                {%- do of_group.append({'from_us': one.clock_before_us + 1 if one.clock_before_us is not none else none, 'to_us': ends_us, 'bake_us': bake_us}) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do periods.update({name: of_group}) -%}
    {%- endfor -%}
    {%- do return(periods) -%}
{%- endmacro %}
