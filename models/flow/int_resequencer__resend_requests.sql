{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['disposition', 'run_group'],
        full_refresh=false,
        enabled=var('resequencer__resend', none) is not none,
        post_hook="{{ tidy_resend_requests() }}",
        tblproperties={
            'delta.deletedFileRetentionDuration': version_retention(),
            'delta.logRetentionDuration': version_retention(),
        },
    )
}}

{#-
    What was asked for again, and when. One run takes up the requests that stand (the partition `open`, which every run
    replaces, with one row of its own: so two runs at once collide) and what is missing now, and commits what stands
    then, and what has settled as a partition of its own. Settled requests are not read again.
-#}
{%- set ledger = ref('resequencer__ledger') -%}
{%- set known_windows = ref('int_resequencer__windows') -%}
{%- set inputs = ref('resequencer__inputs') if settings().deliveries is not none else none -%}
{%- set run = resend_run(ledger) -%}

with windows as (

    select * from {{ known_windows }}

),

{% set closed = 'batch_group > ' ~ run.seen if run.seen is not none and run.seen < run.newest else 'false' -%}
closed as (

    -- One row per sequence that has closed since the last run.
    select distinct
        order_group,
        sequence_id,
        epoch
    from {{ ledger }}
    where disposition = 'closed' and {{ closed }}

),

ranges as (

    -- One row per gap of those and of open sequences, whatever has become of it.
    {{ range_rows(closed, run.newest) }}

),

carried as (

    -- One row per request that stands.
    {% if run.has_table -%}
    select * from {{ this }}
    where disposition = 'open' and request_id is not null
    {%- else -%}
    select
        {{ resend_row({}) }}
    where false
    {%- endif %}

),

reported as (

    -- One row per request of whose newest attempt a delivery is reported.
    select
        carried.request_id,
        max(unix_micros(outcomes.at)) as reported_us
    from carried
    inner join ({{ resend_outcomes_relation(run, inputs, ledger) }}) as outcomes
        on carried.request_id = outcomes.message_id and carried.attempted_us <= unix_micros(outcomes.at)
    where outcomes.outcome = 'delivered'
    group by carried.request_id

),

line as (

    -- All of it, by sequence.
    {{ request_line_rows() }}

),

standing as (

    {{ standing_rows() }}

),

chunked as (

    -- One row per request that stands, and per chunk that nobody has asked for.
    {{ chunked_rows() }}

),

requests as (

    {{ request_rows(run) }}

),

run as (

    -- The run's own row.
    {%- set columns = {
        'settled_us': 'cast(' ~ run.clock_us ~ ' as bigint)',
        'run_number': 'cast(' ~ run.number ~ ' as bigint)',
        'ledger_batch': 'cast(' ~ run.newest ~ ' as bigint)',
        'disposition': "'open'",
        'run_group': 'cast(0 as bigint)',
    } %}
    select
        {{ resend_row(columns) }}

),

final as (

    select * from requests
    union all
    select * from run

)

select * from final
{% if run.has_table -%}
{{ unless_overtaken("select newest.run_number from " ~ this ~ " as newest where newest.disposition = 'open' and newest.request_id is null", run.number) }}
{%- endif %}
