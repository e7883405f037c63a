{% macro _asked_batch() -%}
    {#- The batch of this run (current_batch), asked of the lake. -#}
    {%- do compile_if_worthwhile(0) -%}
    {%- set ledger = model_relation('resequencer__ledger') if execute else none -%}
    {%- set last = previous_batch(ledger) -%}
    {%- set has_advised = has_mode('auto') -%}
    {%- if has_advised -%}{%- do take_bake_times(ledger, last) -%}{%- endif -%}
    {%- set clock_us = run_clock(last) -%}
    {%- set is_rebuild = flags.FULL_REFRESH and last is not none -%}
    {%- set batch = {
        'number': last.number + 1 if last else 1,
        'clock_us': clock_us,
        'previous': last.number if last and not is_rebuild else none,
        'previous_clock_us': last.clock_us if last else none,
        'arrivals_from': last.arrivals_to if last else none,
        'arrivals_to': last.arrivals_to if last else none,
        'inputs_from': last.inputs_to if last else none,
        'inputs_to': last.inputs_to if last else none,
        'begins_anew': last.begins_anew if last else false,
        'is_idle': false,
        'is_rebuild': is_rebuild,
        'has_closed': false,
    } -%}
    {%- if has_advised -%}{%- do context.update({'_resequencer_bake_periods': bake_periods(ledger, batch)}) -%}{%- endif -%}
    {%- set inputs = model_relation('resequencer__inputs') if has_inputs() else none -%}
    {%- set arrivals = model_relation('resequencer__arrivals') if settings().arrivals_relation is none else none -%}
    {#- Nothing has landed yet, or the project is only compiled (its documentation, say). -#}
    {%- if not execute or (settings().arrivals_relation is none and arrivals is none) -%}
        {%- do return(batch) -%}
    {%- endif -%}

    {#- A rebuild takes in again what was taken in before: by that its size is judged. -#}
    {%- set newest = newest_arrival(arrivals, none if is_rebuild else batch.arrivals_from) -%}
    {%- if newest.intake is not none -%}
        {%- do batch.update({'arrivals_to': [newest.intake, batch.arrivals_to] | reject('none') | max}) -%}
    {%- endif -%}
    {%- set reported = newest_input(inputs, none if is_rebuild else batch.inputs_from) if inputs is not none else {'intake': none, 'count': 0} -%}
    {%- if reported.intake is not none -%}
        {%- do batch.update({'inputs_to': [reported.intake, batch.inputs_to] | reject('none') | max}) -%}
    {%- endif -%}
    {%- if settings().actions is not none and inputs is not none -%}
        {%- do take_actions(inputs, ledger, batch) -%}
    {%- endif -%}
    {%- if batch.previous is not none -%}
        {%- if newest.intake is none and reported.intake is none and _uncounted(last.order_groups) == _uncounted(fromjson(order_groups() | tojson)) -%}
            {%- set due = run_query(
                'select 1 from ' ~ ledger ~ " where disposition in ('pending', 'head', 'input', 'flight', 'course') and batch_group = " ~ batch.previous
                ~ ' and (case when has_turn then due_at else coalesce(turn_at, due_at) end <= timestamp_micros(' ~ clock_us ~ ')'
                ~ ' or head.suspends_us between ' ~ (last.clock_us + 1) ~ ' and ' ~ clock_us ~ ' or head.gate.expires_us <= ' ~ clock_us ~ ') limit 1'
            ).rows -%}
            {%- do batch.update({'is_idle': due | length == 0 and not has_backlog(ledger, batch.previous)}) -%}
        {%- endif -%}
    {%- endif -%}
    {%- if not batch.is_idle -%}
        {%- set carried = carried_count(ledger, batch.previous) if batch.previous is not none else {'open': 0, 'closed': 0} -%}
        {%- do batch.update({'has_closed': carried.closed > 0}) -%}
        {%- do compile_if_worthwhile(newest['count'] + reported['count'] + carried.open + carried.closed) -%}
        {%- do carry_messages_whole() -%}
    {%- endif -%}
    {%- if batch.is_idle -%}
        {%- do log('resequencer: nothing new, and nothing falls due: nothing changes (batch ' ~ batch.previous ~ ' stands)', info=true) -%}
    {%- endif -%}
    {%- do return(batch) -%}
{%- endmacro %}
