{% macro _stated_batch(number) -%}
    {#-
        A batch of before (resequencer__batch), as it was: by it the steps show what they were then, as long as what the batch before it
        carried is kept (resequencer__tidy_every), or it is a rebuild, which takes up nothing. Raises an error where it cannot be shown.
    -#}
    {%- set batches = run_query(
        "select to_json(batch), cast(unix_micros(batch.clock) as string), cast(unix_micros(batch.previous_clock) as string), cast(batch_group as string) from "
        ~ ledger_relation() ~ " where disposition = 'batch' and batch.number in (" ~ number ~ ', ' ~ (number - 1) ~ ') order by batch.number desc'
    ).rows -%}
    {%- if not batches or fromjson(batches[0][0]).number != number -%}
        {%- do setting_error('resequencer__batch', 'is ' ~ number ~ ', and there is no such batch', 'the batch_id of a row of the outlets') -%}
    {%- endif -%}
    {#- A rebuild takes up nothing of the batch before, whose row stands with its own: nothing that is decided has an older number. -#}
    {%- set kept = ledger_dispositions().kept | reject('in', ['batch', 'found', 'missed']) | list -%}
    {%- set oldest = 'select cast(min(batch_id) as string) from ' ~ ledger_relation() ~ ' where disposition in ' ~ sql_texts(kept) -%}
    {%- set rebuilt = run_query(oldest).rows[0][0] | int -%}
    {%- set is_carried = number == 1 or (batches | length > 1 and batches[1][3] | int == number - 1) -%}
    {%- if not is_carried and rebuilt > number -%}
        {%- do setting_error('resequencer__batch', 'is ' ~ number ~ ', and batch ' ~ rebuilt ~ ' has decided everything anew since (--full-refresh)', 'that batch, or a newer one') -%}
    {%- elif not is_carried and (rebuilt != number or batches | length < 2) -%}
        {%- do setting_error('resequencer__batch', 'is ' ~ number ~ ', and what the batch before it carried has been tidied away', 'a newer batch; a larger resequencer__tidy_every keeps more of them') -%}
    {%- endif -%}
    {%- set has_finds = run_query('select 1 from ' ~ ledger_relation() ~ " where disposition in ('found', 'missed') limit 1").rows | length > 0 -%}
    {%- set stated = fromjson(batches[0][0]) -%}
    {#- With the bake times of then. -#}
    {%- do context.update({'_resequencer_bake_times': dict(fromjson(stated.order_groups).items() | selectattr('1.auto'))}) -%}
    {%- set batch = {
        'number': number,
        'clock_us': batches[0][1] | int,
        'previous': number - 1 if number > 1 and is_carried else none,
        'previous_clock_us': fromjson(batches[0][2] or 'null'),
        'arrivals_from': stated.get('arrivals_from'),
        'arrivals_to': stated.get('arrivals_to'),
        'inputs_from': stated.get('inputs_from'),
        'inputs_to': stated.get('inputs_to'),
        'routed_from': stated.get('routed_from'),
        'routed_to': stated.get('routed_to'),
        'entered_from': 1,
        'begins_anew': stated.get('begins_anew', false),
        'is_idle': false,
        'is_rebuild': not is_carried,
        'has_closed': true,
        'looks_back': has_finds,
        'has_finds': has_finds,
        'lowest': 1,
        'highest': 0,
        'again_from': 0,
        'since': 0,
        'missed_by': 9223372036854775807,
    } -%}
    {%- do context.update({'_resequencer_bake_periods': bake_periods(ledger_relation(), batch)}) -%}
    {%- do return(batch) -%}
{%- endmacro %}
