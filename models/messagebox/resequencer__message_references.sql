{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with box as (

    select * from {{ ref('resequencer__messagebox') }}

),

open_rows as (

    select
        intake,
        place,
        count_if(queue = 'Q') as queued,
        count_if(queue = 'QS') as suspended
    from (
        select
            reference.intake,
            reference.place,
            reference.queue
        from box
        where disposition = 'open' and batch_group = {{ newest_box_batch() }}
        union all
        select
            intake,
            place,
            'Q' as queue
        from {{ ref('int_resequencer__ordered_references') }}
    ) as open_references
    group by intake, place

),

failed as (

    select
        intake,
        place
    from box
    where disposition = 'failure' and batch_group = {{ newest_box_batch() }}

),

settled as (

    -- When what has been settled was.
    select
        intake,
        place,
        max(case when disposition = 'reference' and status_code = 1 and not is_acknowledged then at_us else settled_us end) as settled_us,
        count_if(disposition = 'reference') as made
    from (
        select
            intake,
            place,
            disposition,
            status_code,
            is_acknowledged or kind = 'ordered' as is_acknowledged,
            at_us,
            settled_us
        from box
        where disposition = 'reference' or (disposition = 'change' and kind in ('reference', 'ordered', 'failure'))
        {% if has_ordered() -%}
        union all
        -- Of ordered subscriptions it is the ledger that settles them, and who reports a delivery.
        select
            intake,
            place,
            disposition,
            cast(null as int) as status_code,
            true as is_acknowledged,
            cast(null as bigint) as at_us,
            unix_micros(settled_at) as settled_us
        from {{ ref('resequencer__ledger') }}
        where disposition in ('released', 'bypass', 'failure', 'attempt', 'dead_letter') and order_group is not null
        {%- endif %}
    ) as ended
    group by intake, place

),

messages as (

    select
        intake,
        place
    from box
    where disposition in ('reference', 'unroutable')
    group by intake, place

),

counted as (

    select
        messages.intake,
        messages.place,
        coalesce(open_rows.queued, 0) as queued,
        coalesce(open_rows.suspended, 0) as suspended,
        coalesce(settled.made, 0) - coalesce(open_rows.queued, 0) - coalesce(open_rows.suspended, 0) as done,
        coalesce(open_rows.queued, 0) + coalesce(open_rows.suspended, 0) + case when failed.intake is not null then 1 else 0 end as reference_count,
        settled.settled_us
    from messages
    left join open_rows on messages.intake = open_rows.intake and messages.place = open_rows.place
    left join failed on messages.intake = failed.intake and messages.place = failed.place
    left join settled on messages.intake = settled.intake and messages.place = settled.place

),

final as (

    select
        publications.message_uid,
        counted.queued,
        counted.suspended,
        counted.done,
        counted.reference_count,
        case when counted.reference_count = 0 then timestamp_micros(counted.settled_us) end as unreferenced_since
    from counted
    inner join {{ ref('int_resequencer__publications') }} as publications on counted.intake = publications.intake and counted.place = publications.place

)

select * from final
