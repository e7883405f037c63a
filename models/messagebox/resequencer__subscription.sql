{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with box as (

    select * from {{ ref('resequencer__messagebox') }}

),

statuses as (

    -- As each stands now, and since when: another version alone changes nothing about that.
    select
        subscription,
        max_by(status, status.from_place) as status,
        max(case when is_other then status.from_place end).us as since_us
    from (
        select
            subscription,
            status,
            status.status is distinct from lag(status.status) over (partition by subscription order by status.from_place asc) as is_other
        from box
        where disposition = 'status'
    ) as changes
    group by subscription

),

in_force as (

    -- Of the settings, with the status they have now.
    select
        statuses.subscription,
        statuses.status.status,
        statuses.since_us,
        versions.service,
        versions.class,
        versions.host
    from statuses
    inner join {{ ref('resequencer__subscription_versions') }} as versions
        on statuses.subscription = versions.subscription and statuses.status.version = versions.version
    where statuses.status.status <> 'removed'

),

waiting as (

    -- Of instances: what each waits for.
    select
        spell.subscription,
        spell.correlation,
        spell.from_place,
        box.instance.founder,
        box.instance.subscription as founded_by,
        box.instance.version
    from box
        lateral view inline(box.spells) spell as instance_key, subscription, correlation, from_place, until_place
    where box.disposition = 'instance' and box.batch_group = {{ newest_box_batch() }}

),

together as (

    select
        in_force.*,
        cast(null as string) as correlation,
        cast(null as {{ box_type('founder') }}) as founder
    from in_force
    union all
    select
        waiting.subscription,
        in_force.status,
        waiting.from_place.us as since_us,
        -- What is no longer in force is as it was when it made the instance.
        coalesce(in_force.service, founding.service) as service,
        coalesce(in_force.class, founding.class) as class,
        coalesce(in_force.host, founding.host) as host,
        waiting.correlation,
        waiting.founder
    from waiting
    left join in_force on waiting.subscription = in_force.subscription
    left join {{ ref('resequencer__subscription_versions') }} as founding
        on in_force.subscription is null and waiting.founded_by = founding.subscription and waiting.version = founding.version

),

final as (

    select
        {{ messagebox_uid('subscription', 'together.subscription') }} as subscription_uid,
        together.subscription,
        {{ messagebox_uid('service', 'together.service') }} as service_uid,
        {{ messagebox_uid('class', 'together.class') }} as class_uid,
        {{ messagebox_uid('host', 'together.host') }} as host_uid,
        case when together.founder is not null then coalesce(together.founder.given, {{ instance_uid('together.founder') }}) end as instance_uid,
        case
            when together.correlation is not null then from_json(regexp_replace(together.correlation, '^line ', ''), 'map<string, string>')
        end as `values`,
        case together.status when 'started' then 1 when 'stopped' then 2 end as status_code,
        case when together.since_us <> -9223372036854775808 then timestamp_micros(together.since_us) end as since_at
    from together
    {{ founders_join('together.founder') }}

)

select * from final
