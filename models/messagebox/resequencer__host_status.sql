{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with open_references as (

    select * from {{ ref('int_resequencer__open_references') }}

),

alive as (

    select
        host,
        count(*) as instance_count
    from {{ ref('int_resequencer__alive') }}
    where host is not null
    group by host

),

queues as (

    select
        host,
        count_if(queue = 'Q') as queue_length,
        count_if(queue = 'QS') as suspended_length,
        min(case when queue = 'Q' then enqueued_us end) as oldest_enqueued_us
    from open_references
    group by host

),

pinned as (

    -- A message is there once, however many references of a host hold it.
    select
        held.host,
        sum(octet_length(arrivals.raw_record)) as pinned_bytes
    from (
        select distinct
            host,
            intake,
            place
        from open_references
        where is_acknowledged or queue = 'QS'
    ) as held
    inner join {{ ref('stg_resequencer__records') }} as arrivals on held.intake = arrivals.intake and held.place = arrivals.place
    group by held.host

),

hosts as (

    select distinct host from {{ ref('resequencer__subscription_versions') }}

),

final as (

    select
        hosts.host,
        coalesce(queues.queue_length, 0) as queue_length,
        coalesce(queues.suspended_length, 0) as suspended_length,
        coalesce(alive.instance_count, 0) as instance_count,
        timestamp_micros(queues.oldest_enqueued_us) as oldest_enqueued_at,
        coalesce(pinned.pinned_bytes, 0) as pinned_bytes
    from hosts
    left join queues on hosts.host = queues.host
    left join alive on hosts.host = alive.host
    left join pinned on hosts.host = pinned.host

)

select * from final
