{% macro resend_outcomes_relation(run, inputs, ledger) -%}
    {#- What deliveries are reported of requests since the last run: message_id (the request's id), outcome (delivered, failed), at. -#}
    {%- if inputs is none or (execute and load_relation(inputs) is none) -%}
    select
        cast(null as string) as message_id,
        cast(null as string) as outcome,
        cast(null as timestamp) as at
    where false
    {%- else -%}
    select
        record.message_id,
        record.outcome,
        {{ as_utc_timestamp('record.`at`') }} as at
    from {{ inputs }}
    where
        kind = 'delivery' and {{ is_request('record.message_id') }}
        {% if run.seen is not none -%}
        and intake > coalesce((select min(batch.inputs_from) from {{ ledger }} where disposition = 'batch' and batch_id > {{ run.seen }}), 0)
        {%- endif %}
    {%- endif -%}
{%- endmacro %}
