{% macro what_is_new() -%}
    {#-
        Operation of a run that stays (python -m resequencer.follow): logs as JSON whether a whole run would find something to do. Nothing
        is written, and no record read.
          marks    by the name of its setting, of each input a text that is another one once something has landed there (input_mark)
          is_due   something falls due by now, though nothing has landed
        By the time of now: a clock that is set to anything else moves with what lands, or not at all.
    -#}
    {%- if execute -%}
        {%- set checked = settings() -%}
        {%- set arrivals = {'relation': checked.arrivals_relation} if checked.arrivals_relation is not none else checked.landing -%}
        {%- set marks = {'arrivals': input_mark(arrivals, checked.arrivals_cursor)} -%}
        {%- for name, input in {'deliveries': checked.deliveries, 'actions': checked.actions, 'counter': checked.counter}.items() if input is not none -%}
            {%- do marks.update({name: input_mark(input, input.get('cursor'))}) -%}
        {%- endfor -%}

        {%- set ledger = relation_there('resequencer__ledger') -%}
        {%- set requests = relation_there('int_resequencer__resend_requests') if checked.resend is not none else none -%}
        {%- set last, routed = previous_batch(ledger), newest_messagebox_batch() if has_subscriptions() else none -%}
        {%- set moments = [] -%}
        {%- if last is not none -%}{%- do moments.append(due_moments(ledger, last)) -%}{%- endif -%}
        {%- if routed is not none -%}
            {%- do moments.append('select moment.us from ' ~ messagebox_relation() ~ " where disposition in ('after_clock', 'input') and batch_group = " ~ routed.number) -%}
        {%- endif -%}
        {%- if requests is not none -%}
            {%- do moments.append('select next_attempt_us from ' ~ requests ~ " where disposition = 'open' and status <> 'given_up'") -%}
        {%- endif -%}
        {%- set due = run_query(
            'select 1 from (' ~ moments | join(' union all ') ~ ') as moments (us) where us <= unix_micros(current_timestamp()) limit 1'
        ).rows if moments and checked.as_of == 'now' else [] -%}
        {%- set is_due = due | length > 0 or (last is not none and has_backlog(ledger, last.number)) -%}
        {%- do log({'marks': marks, 'is_due': is_due} | tojson, info=true) -%}
    {%- endif -%}
{%- endmacro %}
