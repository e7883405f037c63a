{% macro take_actions(inputs, ledger, batch) -%}
    {#-
        Looks up what actions a batch is about, so that the ledger is compiled without what they do not ask for: most of what they
        ask for is planned for most of a run's time, and a resend reads history. begins_anew of the batch; for _fills, _resends and
        _has_epochs.
    -#}
    {%- set taken = [] -%}
    {%- for action in run_query(
        'select distinct record.action from ' ~ inputs ~ " where kind = 'action' and intake <= " ~ (batch.inputs_to or 0)
        ~ (' and intake > ' ~ batch.inputs_from if batch.inputs_from is not none and not batch.is_rebuild)
        ~ (" union select case disposition when 'fill' then 'skip' else input.action end from " ~ ledger ~ " where disposition in ('fill', 'input') and batch_group = " ~ batch.previous if batch.previous is not none)
    ).rows -%}
        {%- do taken.append(action[0]) -%}
    {%- endfor -%}
    {%- if 'reset' in taken -%}
        {%- do batch.update({'begins_anew': true}) -%}
    {%- endif -%}
    {%- do context.update({'_resequencer_actions': {
        'fills': 'skip' in taken or 'gap_fill' in taken,
        'resends': 'resend' in taken,
        'begins_anew': batch.begins_anew,
    }}) -%}
{%- endmacro %}
