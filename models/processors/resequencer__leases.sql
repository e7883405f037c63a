{{
    config(
        materialized='incremental',
        incremental_strategy='append',
        full_refresh=false,
        enabled=var('resequencer__deliveries', none) is not none,
        on_schema_change='fail',
        post_hook="{{ tidy_leases() }}",
        tblproperties={
            'delta.isolationLevel': 'Serializable',
            'delta.deletedFileRetentionDuration': version_retention(),
            'delta.logRetentionDuration': version_retention(),
        },
    )
}}

{#- Created empty; processors alone write rows (python/resequencer/leases.py), and a run never touches them. -#}
with final as (

    select
        cast(null as string) as ruleset,
        cast(null as string) as sequence_id,
        cast(null as string) as processor,
        cast(null as bigint) as token,
        cast(null as timestamp) as leased_at,
        cast(null as timestamp) as renewed_at,
        cast(null as timestamp) as expires_at
    where false

)

select * from final
