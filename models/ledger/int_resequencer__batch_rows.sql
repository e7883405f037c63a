{{ config(materialized='ephemeral') }}

{#-
    The batch's own two rows. `batch`: kept, tells a rebuild which arrivals came when. `current`: in one fixed partition that every run
    replaces; a reader finds the newest batch without history, and two runs at once always collide on it. Beside them, of an existing table, the
    rows that were found late (`found`, also by former batches in a rebuild) or too late (`missed`), by their fingerprints.
-#}
-- depends_on: {{ ref('int_resequencer__batch') }}, {{ ref('int_resequencer__routed') }}, {{ ref('int_resequencer__found_late') }}
{%- set batch = current_batch() %}
{%- set this_batch -%}
    named_struct(
            'number', cast({{ batch.number }} as bigint),
            'clock', timestamp_micros({{ batch.clock_us }}),
            'last_clock', timestamp_micros({{ batch.clock_us }}),
            'previous_clock', timestamp_micros(cast({{ batch.previous_clock_us | tojson }} as bigint)),
            'arrivals_from', cast({{ batch.arrivals_from | tojson }} as bigint),
            'arrivals_to', cast({{ batch.arrivals_to | tojson }} as bigint),
            'inputs_from', cast({{ batch.inputs_from | tojson }} as bigint),
            'inputs_to', cast({{ batch.inputs_to | tojson }} as bigint),
            'begins_anew', {{ (batch.begins_anew or false) | tojson }},
            'order_groups', {{ sql_text(order_groups() | tojson) }},
            'arrivals_by', {{ sql_text(batches_by()) }},
            'arrivals_version', cast({{ batch.get('arrivals_version') | tojson }} as bigint){{ routed_bounds(batch.get('routed_from') | tojson, batch.get('routed_to') | tojson) }}
        )
{%- endset %}

select
    {{ ledger_row({'batch': this_batch, 'disposition': 'kind', 'batch_id': 'cast(number as bigint)'}) }}
from values ('batch', {{ batch.number }}), ('current', 0) as kinds (kind, number)
{% if batch.is_rebuild %}
{#- The former batches, in one group with all that is decided anew. An older version's have fewer fields. -#}
{%- set exactly = "map('timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX')" %}
{%- set former_batch = 'from_json(to_json(batch, ' ~ exactly ~ '), ' ~ sql_text(row_type('batch')) ~ ', ' ~ exactly ~ ')' %}
union all
select
    {{ ledger_row({'batch': former_batch, 'disposition': 'disposition', 'batch_id': 'batch_id'}, batch_group='cast(' ~ batch.number ~ ' as bigint)') }}
from {{ ledger_relation(for_rebuild=true) }}
where disposition = 'batch'
{% endif %}
{% if batch.get('looks_back') %}
{%- set clock = 'timestamp_micros(' ~ batch.clock_us ~ ')' %}
{%- set number = 'cast(' ~ batch.number ~ ' as bigint)' %}
union all
select
    {{ ledger_row({
        'intake': 'intake', 'place': 'place', 'detail': 'fingerprint', 'settled_at': clock,
        'disposition': "case when is_missed then 'missed' else 'found' end", 'batch_id': 'coalesce(found_by, ' ~ number ~ ')'
    }, batch_group=number) }}
from {{ ref('int_resequencer__found_late') }}
where found_by is not null or is_missed
union all
-- How many are new, and not which.
select
    {{ ledger_row({'intake': 'intake', 'settled_at': clock, 'disposition': "'missed'", 'batch_id': number}) }}
from (
    select * from {{ overlooked_rows(batch, ref('int_resequencer__routed')) }}
    where place is null
) as overlooked
lateral view explode(sequence(1, new_count)) copies as copy
{% endif %}
