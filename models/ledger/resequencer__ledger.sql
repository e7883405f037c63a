{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['disposition', 'batch_group'],
        pre_hook=["{{ stamp_commit(current_batch()) }}"],
        post_hook=["{{ stamp_commit(none) }}", "{{ compile_again() }}", "{{ carry_messages_whole(begins=false) }}", "{{ count_batch() }}", "{{ tidy_ledger() }}", "{{ check_undecodable() }}"],
        tblproperties={
            'delta.dataSkippingNumIndexedCols': '0',
            'delta.deletedFileRetentionDuration': version_retention(),
            'delta.logRetentionDuration': version_retention(),
        },
    )
}}

{#-
    The only state, and the only commit: what one run decides, as the partitions of one batch. It reads what the batch before
    carried over and what has arrived since; nothing older. How it decides: the steps in models/batch, models/ordering and
    models/release, each of which can be asked (docs/why.md).
-#}
{%- set batch = current_batch() -%}

{% if batch.is_idle %}
{#-
    A run with nothing to decide writes no batch. It leaves its clock in the `current` row, since what lands later has landed after it; an
    equal clock leaves nothing at all.
-#}
{%- set this_batch -%}
    named_struct(
            'number', batch.number, 'clock', batch.clock, 'last_clock', timestamp_micros({{ batch.clock_us }}),
            'previous_clock', batch.previous_clock, 'arrivals_from', batch.arrivals_from,
            'arrivals_to', batch.arrivals_to, 'inputs_from', batch.inputs_from, 'inputs_to', batch.inputs_to,
            'begins_anew', batch.begins_anew, 'order_groups', batch.order_groups, 'arrivals_by', batch.arrivals_by,
            'arrivals_version', batch.arrivals_version{{ routed_bounds('batch.routed_from', 'batch.routed_to') }}
        )
{%- endset %}
select
    {{ ledger_row({'batch': this_batch, 'disposition': "'current'", 'batch_id': 'cast(0 as bigint)'}) }}
from {{ this }}
where disposition = 'current' and batch.last_clock < timestamp_micros({{ batch.clock_us }})
{% else %}
with written as (

    select * from {{ ref('int_resequencer__written') }}

),

delivery_rows as (

    select * from {{ ref('int_resequencer__delivery_rows') }}

),

batch_rows as (

    select * from {{ ref('int_resequencer__batch_rows') }}

),

final as (

    select * from written
    union all
    select * from delivery_rows
    union all
    select * from batch_rows

)

select * from final
{% if batch.previous is not none or batch.is_rebuild -%}
{{ unless_overtaken("select newest.batch.number from " ~ this ~ " as newest where newest.disposition = 'current'", batch.number) }}
{%- endif %}
{% endif %}
