{% macro take_actions(inputs, batch) -%}
    {#-
        Looks up what actions a batch is about, so that the ledger is compiled without what they do not ask for: most of what they
        ask for is planned for most of a run's time, and a resend reads history. begins_anew of the batch; for _fills, _resends and
        _has_epochs.
    -#}
    {%- set taken = run_query(
        'select distinct record.action from ' ~ inputs ~ " where kind = 'action' and intake <= " ~ (batch.inputs_to or 0)
        ~ ' and intake > ' ~ (0 if batch.is_rebuild else batch.inputs_from or 0)
        ~ " union select case disposition when 'fill' then 'skip' else input.action end from " ~ ledger_relation()
        ~ " where disposition in ('fill', 'input') and batch_group = " ~ (batch.previous or 0)
    ).columns[0].values() -%}
    {%- do batch.update({'begins_anew': batch.begins_anew or 'reset' in taken}) -%}
    {%- do context.update({'_resequencer_actions': {
        'fills': 'skip' in taken or 'gap_fill' in taken,
        'resends': 'resend' in taken,
        'drops': 'drop' in taken,
        'begins_anew': batch.begins_anew,
    }}) -%}
{%- endmacro %}
