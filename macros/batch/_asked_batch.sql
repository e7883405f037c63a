{% macro _asked_batch() -%}
    {#- The batch of this run (current_batch), asked of the lake. -#}
    {%- do compile_if_worthwhile(0) -%}
    {%- set ledger, arrivals, inputs = model_relation('resequencer__ledger'), model_relation('resequencer__arrivals'), model_relation('resequencer__inputs') -%}
    {%- set last = previous_batch(ledger) or {} -%}
    {%- do take_bake_times(ledger, last) -%}
    {%- set is_rebuild = flags.FULL_REFRESH and last | length > 0 -%}
    {#- A rebuild takes in again what was taken in before: by that its size is judged. -#}
    {%- set seen = {} if is_rebuild else last -%}
    {%- set batch = {
        'number': last.get('number', 0) + 1,
        'clock_us': none,
        'previous': seen.get('number'),
        'previous_clock_us': last.get('clock_us'),
        'arrivals_from': last.get('arrivals_to'),
        'arrivals_to': last.get('arrivals_to'),
        'inputs_from': last.get('inputs_to'),
        'inputs_to': last.get('inputs_to'),
        'begins_anew': last.get('begins_anew', false),
        'is_idle': false,
        'is_rebuild': is_rebuild,
        'has_closed': false,
        'looks_back': false,
        'arrivals_version': none,
    } -%}
    {#- With subscriptions it takes what is routed, by the clock it was routed by. -#}
    {%- do batch.update(take_routed(last, batch.is_rebuild) if has_subscriptions() else {'clock_us': run_clock(last)}) -%}
    {%- do context.update({'_resequencer_bake_periods': bake_periods(ledger, batch)}) -%}
    {#- Nothing has landed yet, or the project is only compiled (its documentation, say). -#}
    {%- if not execute or (settings().arrivals_relation is none and arrivals is none) -%}
        {%- do return(batch) -%}
    {%- endif -%}

    {#- What is committed from here on is the next run's to look at. -#}
    {%- if settings().arrivals_relation is not none -%}
        {%- do batch.update({'arrivals_version': table_version(settings().arrivals_relation)}) -%}
        {%- do warn_of_rows_without_cursor(settings().arrivals_relation, settings().arrivals_cursor, table_fields(settings().arrivals_relation)) -%}
    {%- endif -%}
    {%- set newest = newest_arrival(arrivals, seen.get('arrivals_to')) -%}
    {%- set reported = newest_input(inputs, seen.get('inputs_to')) -%}
    {%- do batch.update({
        'arrivals_to': ([newest.intake, batch.arrivals_to] | reject('none') | list or [none]) | max,
        'inputs_to': ([reported.intake, batch.inputs_to] | reject('none') | list or [none]) | max,
    }) -%}
    {%- do batch.update(look_back(batch, last.get('arrivals_version'))) -%}
    {%- if settings().actions is not none and inputs is not none -%}
        {%- do take_actions(inputs, batch) -%}
    {%- endif -%}
    {#- By what the next batch takes its bake time by, nothing is decided differently. -#}
    {%- set groups, groups_before = fromjson(order_groups() | tojson), last.get('order_groups', {}) -%}
    {%- for group in groups.values() | list + groups_before.values() | list -%}
        {%- do group.pop('batches_below', none) -%}
        {%- do group.pop('is_advised', none) -%}
    {%- endfor -%}
    {%- if batch.previous is not none and newest.intake is none and reported.intake is none and not batch.looks_back and not batch.get('entered') and groups == groups_before -%}
        {%- set due = run_query('select 1 from (' ~ due_moments(ledger, last) ~ ') where us <= ' ~ batch.clock_us ~ ' limit 1').rows -%}
        {%- do batch.update({'is_idle': due | length == 0 and not has_backlog(ledger, batch.previous)}) -%}
    {%- endif -%}
    {%- if batch.is_idle -%}
        {%- do log('resequencer: nothing new, and nothing falls due: nothing changes (batch ' ~ batch.previous ~ ' stands)', info=true) -%}
    {%- else -%}
        {%- set carried = carried_count(ledger, batch.previous) -%}
        {%- do batch.update({'has_closed': carried.closed > 0}) -%}
        {%- do say('{:,} arrivals and {:,} deliveries and actions to decide, with {:,} rows carried'.format(newest['count'] + batch.found + batch.get('entered', 0), reported['count'], carried.open)) -%}
        {%- do compile_if_worthwhile(newest['count'] + batch.found + batch.get('entered', 0) + reported['count'] + carried.open + carried.closed) -%}
        {%- do carry_messages_whole() -%}
    {%- endif -%}
    {%- do return(batch) -%}
{%- endmacro %}
