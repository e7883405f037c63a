{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    Instances of ordered subscriptions (rule R18): one row is an epoch of a group that has not closed. 256 before its first release, 8 after it,
    2 while a processor has it, 4 while it is suspended: what the ledger's session is.
-#}
{%- if has_ordered() %}
with heads as (

    select * from {{ ref('int_resequencer__heads') }}
    where not is_closed

),

sessions as (

    select
        ruleset as order_group,
        sequence_id,
        released_count,
        first_us,
        {{ session_columns() }},
        -- Suspended since the gap has lasted too long, or since the outcome.
        case
            when size(gate.stops) > 0 then greatest(updated_us, coalesce(gate.last_activity_us, updated_us))
            when pending_count > 0 and suspends_us <= clock_us then suspends_us
            else updated_us
        end as changed_us
    from heads

),

{% if settings().deliveries is not none %}
leased as (

    select
        ruleset,
        sequence_id,
        max_by(processor, token) as processor,
        max(unix_micros(leased_at)) as leased_us
    from {{ ref('resequencer__leases') }}
    where expires_at > current_timestamp()
    group by ruleset, sequence_id

),
{% else %}
leased as (

    -- Nobody reports what has been delivered, so nobody leases either.
    select
        order_group as ruleset,
        sequence_id,
        cast(null as string) as processor,
        cast(null as bigint) as leased_us
    from sessions
    where false

),
{% endif %}

referenced as (

    select
        instance_uid,
        count(*) as reference_count
    from {{ ref('int_resequencer__ordered_references') }}
    group by instance_uid

),

named as (

    select
        sessions.*,
        {{ ordered_instance_uid('sessions') }} as instance_uid
    from sessions

),

final as (

    select
        versions.host,
        named.instance_uid,
        versions.service,
        versions.class,
        leased.processor as process_id,
        case
            when named.status = 'suspended' then 4
            when leased.processor is not null then 2
            when named.released_count > 0 then 8
            else 256
        end as state,
        named.order_group as subscription,
        case when named.status = 'suspended' then named.status_reason end as reason,
        -- As its first message entered the queue. Before any counts in it, an action has begun it, or it is not certain yet.
        coalesce(named.first_us, named.changed_us) as created_us,
        greatest(named.changed_us, coalesce(leased.leased_us, named.changed_us)) as changed_us,
        coalesce(referenced.reference_count, 0) as reference_count
    from named
    inner join {{ ref('int_resequencer__newest_versions') }} as versions on named.order_group = versions.subscription
    left join leased on named.order_group = leased.ruleset and named.sequence_id = leased.sequence_id
    left join referenced on named.instance_uid = referenced.instance_uid

)
{%- else %}
with final as (

    -- No subscription is ordered.
    select
        host,
        cast(null as string) as instance_uid,
        service,
        class,
        cast(null as string) as process_id,
        cast(null as int) as state,
        subscription,
        cast(null as string) as reason,
        cast(null as bigint) as created_us,
        cast(null as bigint) as changed_us,
        cast(null as bigint) as reference_count
    from {{ ref('int_resequencer__newest_versions') }}
    where false

)
{%- endif %}

select * from final
