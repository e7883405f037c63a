{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['version'],
        full_refresh=false,
        pre_hook="{{ forget_unused_versions() }}",
        enabled=var('resequencer__subscriptions', none) is not none,
    )
}}

{#-
    What the settings have said, as rows: a subscription that is new, or another, or gone, as the next version. It counts from the clock of the
    run before. A version that no batch has used yet is written anew.
-#}
{%- set existing = load_relation(this) if execute else none -%}
{%- set last = newest_messagebox_batch() or {} if execute else {} -%}
{%- set run = last.get('run', 0) + 1 %}
with settings as (

    {{ definition_rows() }}

),

{% if existing is not none %}
used as (

    select * from {{ this }}
    where valid_from_run < {{ run }}

),

in_force as (

    -- The newest version of each subscription.
    select newest.*
    from (
        select max_by(struct(*), version) as newest
        from used
        group by subscription
    ) as newest_of_each

),
{% else %}
in_force as (

    select
        *,
        cast(0 as bigint) as version,
        false as is_removed
    from settings
    where false

),
{% endif %}

changed as (

    select
        coalesce(settings.subscription, in_force.subscription) as subscription,
        settings.subscription is null as is_removed,
        coalesce(settings.definition, in_force.definition) as definition,
        coalesce(settings.content_hash, in_force.content_hash) as content_hash
    from settings
    full outer join in_force on settings.subscription = in_force.subscription
    where
        in_force.subscription is null
        or (settings.subscription is null and not in_force.is_removed)
        or (settings.subscription is not null and (in_force.is_removed or settings.content_hash <> in_force.content_hash))

),

parsed as (

    select
        *,
        from_json(definition, {{ sql_text(box_type('definition')) }}) as parts
    from changed

),

final as (

    select
        subscription,
        timestamp_micros({{ last.get('last_clock_us') | tojson }}) as valid_from,
        is_removed,
        parts.service,
        parts.class,
        parts.host,
        parts.kind,
        parts.status,
        parts.priority,
        parts.delivery,
        definition,
        content_hash,
        cast({{ run }} as bigint) as valid_from_run,
        {{ "coalesce((select max(used.version) from used), 0) + 1" if existing is not none else 'cast(1 as bigint)' }} as version
    from parsed

)

select * from final
{%- if execute and model_relation('resequencer__messagebox') is not none %}
{{ unless_overtaken("select newest.batch.run from " ~ model_relation('resequencer__messagebox') ~ " as newest where newest.disposition = 'current'", run) }}
{%- endif %}
