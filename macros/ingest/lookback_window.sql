{% macro lookback_window(ledger, batch, added) -%}
    {#-
        From which positions on a run looks for rows again (look_back): {lowest, again_from, since}. `added`: the lowest position that commits
        since the run before have added to a Delta table, if that is known (lowest_added). Batches are looked through from the
        newest back, until one ends below: what was taken in before it lies below as well. Where they have been forgotten
        (resequencer__retain), nothing tells what they took in.
    -#}
    {%- set from, span = batch.arrivals_from, lookback() -%}
    {%- set lowest = [position_below(from, 10 * span), added] | reject('none') | min -%}
    {%- set found = namespace(below=none, first=none, forgotten=none) -%}
    {%- for reach in [128, 4096, none] -%}
        {%- if found.below is none -%}
            {%- set row = run_query(
                'select cast(max(case when batch.arrivals_to is null or batch.arrivals_to < ' ~ lowest ~ ' then batch.number end) as string),'
                ~ ' cast(min(batch.number) as string), cast(min_by(batch.arrivals_from, batch.number) as string) from ' ~ ledger
                ~ " where disposition = 'batch'" ~ (' and batch_group > ' ~ (batch.number - reach) if reach is not none)
            ).rows[0] -%}
            {%- set found.below, found.first, found.forgotten = row[0], row[1], row[2] -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if found.below is none and found.first | int > 1 and found.forgotten is not none -%}
        {%- set lowest = [lowest, found.forgotten | int + 1] | max -%}
    {%- endif -%}
    {%- do return({'lowest': lowest, 'again_from': [from - span, lowest] | max, 'since': (found.below or 0) | int + 1}) -%}
{%- endmacro %}
