{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['kind', 'ingest_batch'],
        full_refresh=false,
        enabled=var('resequencer__deliveries', none) is not none or var('resequencer__actions', none) is not none,
        post_hook=["{{ compile_again() }}", "{{ forget_landing_tables() }}", "{{ tidy_inputs() }}"],
        tblproperties={
            'delta.dataSkippingStatsColumns': 'intake',
            'delta.deletedFileRetentionDuration': version_retention(),
            'delta.logRetentionDuration': version_retention(),
        },
    )
}}

{#-
    What comes in beside the messages: outcomes of deliveries and actions of operators. Taken in as arrivals are: one
    manifest row per file in the same commit. Of a relation those rows are new that are not here yet.
-#}
{%- set ingest = new_inputs() -%}
{#- Where they land, for the lineage alone. -#}
{%- do [source('resequencer_landing', 'deliveries'), source('resequencer_landing', 'actions')] -%}

with taken_in as (

    {% for source in ingest.sources %}
    {{ 'union all' if not loop.first }}
    {{ new_input_records(source, this if ingest.has_table else none) }}
    {% endfor %}

),

final as (

    select
        place,
        file_path,
        raw_record,
        file_size,
        record,
        shiftleft(cast({{ ingest.number }} as bigint), 24) + file_number as intake,
        kind,
        cast({{ ingest.number }} as bigint) as ingest_batch
    from taken_in

)

select * from final
{% if ingest.has_table -%}
{{ unless_overtaken("select max(newest.ingest_batch) from " ~ this ~ " as newest", ingest.number) }}
{%- endif %}
