{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- One row is a version of a subscription, with its definition and where it stands in the order of events. -#}
{%- set run = messagebox_run() %}
-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('int_resequencer__newest_versions') }}
with versions as (

    select * from {{ ref('resequencer__subscription_versions') }}

),

{% if settings().route_by == 'newest' and run.is_rebuild %}
chosen as (

    -- All of history by what is in force today.
    select
        * except (valid_from, valid_from_run),
        cast(null as timestamp) as valid_from,
        cast(0 as bigint) as valid_from_run
    from {{ ref('int_resequencer__newest_versions') }}
    where not is_removed

),
{% else %}
chosen as (

    select * from versions

),
{% endif %}

final as (

    select
        subscription,
        version,
        is_removed,
        from_json(definition, {{ sql_text(box_type('definition')) }}) as definition,
        {{ box_struct('place', {
            'us': 'coalesce(unix_micros(valid_from), -9223372036854775808)', 'is_late': 'case when valid_from is null then 0 else 1 end',
            'run': 'case when valid_from is null then 0 else valid_from_run end', 'rank': 0,
            'own_us': 'coalesce(unix_micros(valid_from), -9223372036854775808)', 'intake': 0, 'place': 0, 'turn': 0,
        }) }} as at
    from chosen

)

select * from final
