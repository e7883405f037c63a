{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['kind', 'ingest_batch'],
        full_refresh=false,
        enabled=var('resequencer__arrivals_relation', none) is none or var('resequencer__arrivals_cursor_by', none) is not none,
        post_hook=["{{ compile_again() }}", "{{ forget_landing_tables() }}", "{{ tidy_arrivals() }}"],
        tblproperties={
            'delta.dataSkippingStatsColumns': 'intake',
            'delta.deletedFileRetentionDuration': version_retention(),
            'delta.logRetentionDuration': version_retention(),
        },
    )
}}

{#-
    The raw records, as they landed, and one manifest row per file (kind `file`) in the same commit: what
    has been read is known by the manifest alone, and a run that dies has read a file wholly or not at all.
    Every ingest writes a manifest partition of its own number, so two ingests at once collide; one that was
    overtaken between compiling its number and writing it is stopped by its last line.
-#}
{%- set ingest = new_ingest() -%}
{#- A table whose cursor grows per partition: a partition stands for a file. -#}
{%- set by_partition = settings().landing.format == 'table' -%}
{#- Where messages land, for the lineage alone. -#}
{%- do source('resequencer_landing', 'messages') -%}

with files as (

    -- One row per new file, in order of path.
    {{ landing_files_relation(ingest.files) }}

),

records as (

    -- One row per record of a new file; blank lines are no records.
    {{ landing_records(settings().landing, ingest.files) }}

),

manifest as (

    select
        next as place,
        file_path,
        cast(null as string) as raw_record,
        cast(null as string) as record_json,
        cast(null as bigint) as cursor,
        file_size,
        timestamp_micros(file_modified_us) as file_modified_at,
        {{ sql_text(ingest.fields | tojson) }} as record_schema,
        shiftleft(cast({{ ingest.number }} as bigint), 24) + file_number as intake,
        'file' as kind,
        cast({{ ingest.number }} as bigint) as ingest_batch
    from files

),

numbered as (

    select
        records.place,
        records.file_path,
        records.raw_record,
        records.record_json,
        {{ 'records.cursor' if by_partition else 'cast(null as bigint)' }} as cursor,
        cast(null as bigint) as file_size,
        cast(null as timestamp) as file_modified_at,
        cast(null as string) as record_schema,
        shiftleft(cast({{ ingest.number }} as bigint), 24) + files.file_number as intake,
        {{ 'records.kind' if by_partition else "'record'" }} as kind,
        cast({{ ingest.number }} as bigint) as ingest_batch
    from records
    inner join files on records.file_path = files.file_path

),

unreadable as (

    -- One row per file that could not be read to its end, as if after its last record.
    select
        cast(9223372036854775807 as bigint) as place,
        file_path,
        file_path as raw_record,
        cast(null as string) as record_json,
        cast(null as bigint) as cursor,
        file_size,
        timestamp_micros(file_modified_us) as file_modified_at,
        cast(null as string) as record_schema,
        shiftleft(cast({{ ingest.number }} as bigint), 24) + file_number as intake,
        'unreadable' as kind,
        cast({{ ingest.number }} as bigint) as ingest_batch
    from files
    where not is_readable

),

final as (

    select * from manifest
    union all
    select * from numbered
    union all
    select * from unreadable

)

select * from final
{% if ingest.has_table -%}
{{ unless_overtaken("select max(newest.ingest_batch) from " ~ this ~ " as newest where newest.kind = 'file'", ingest.number) }}
{%- endif %}
