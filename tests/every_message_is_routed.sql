{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

-- A message that has been taken in is in references, or is a routing failure, or waits for the clock; a record of which no message can be
-- made is in resequencer__failure. Here is what is in none of these, or in two.
with box as (

    select * from {{ ref('resequencer__messagebox') }}

),

ledger as (

    select * from {{ ref('resequencer__ledger') }}

),

bounds as (

    -- Up to where each has taken in what there is.
    select
        max(box.batch.arrivals_to) as routed_to,
        max(ledger.batch.arrivals_to) as settled_to
    from box
    cross join ledger
    where box.disposition = 'current' and ledger.disposition = 'current'

),

messages as (

    -- What the newest batch has taken in.
    select distinct
        publications.intake,
        publications.place
    from {{ ref('int_resequencer__publications') }} as publications
    inner join bounds on publications.intake <= bounds.routed_to

),

standing as (

    -- How often each is where it can be. A failure that has been rerouted is one no more.
    select
        intake,
        place,
        count_if(disposition = 'reference') as reference_count,
        count_if(disposition = 'unroutable') as failure_count,
        count_if(disposition = 'failure') as open_count,
        count_if(disposition = 'change' and queue = 'rerouted') as rerouted_count,
        count_if(disposition = 'change' and queue = 'terminated') as terminated_count,
        count_if(disposition = 'after_clock') as waiting_count
    from box
    where
        disposition in ('reference', 'unroutable')
        or (disposition = 'change' and kind = 'failure')
        or (disposition in ('failure', 'after_clock') and batch_group = {{ newest_box_batch() }})
    group by intake, place

),

unpublished as (

    -- Records of which no message can be made, that the ledger has taken, but those that it has forgotten (resequencer__retain). Out of a
    -- list: a condition would be written out where times are read.
    select
        unread.intake,
        unread.place
    from (
        select
            found.refused_intake as intake,
            found.refused_place as place
        from {{ ref('int_resequencer__forwarded') }}
            lateral view inline(
                case when undecodable is not null or arrived_at is null then array(struct(intake, place)) end
            ) found as refused_intake, refused_place
    ) as unread
    inner join bounds on unread.intake <= bounds.settled_to
    where unread.intake > {{ forgotten_arrivals() }}

),

refused as (

    select
        intake,
        place
    from ledger
    where disposition = 'failure' and ruleset is null

),

validation_errors as (

    select
        messages.intake,
        messages.place,
        'message' as kind,
        standing.reference_count,
        standing.failure_count,
        standing.waiting_count
    from messages
    left join standing on messages.intake = standing.intake and messages.place = standing.place
    where
        standing.intake is null
        -- A failure that has been rerouted counts as its references.
        or cast(standing.reference_count > 0 as int)
        + cast(standing.open_count + standing.terminated_count > 0 as int)
        + cast(standing.waiting_count > 0 as int) <> 1
        -- What has failed stands in one way.
        or cast(standing.failure_count > 0 as int)
        <> cast(standing.open_count > 0 as int) + cast(standing.rerouted_count > 0 as int) + cast(standing.terminated_count > 0 as int)
    union all
    select
        coalesce(unpublished.intake, refused.intake) as intake,
        coalesce(unpublished.place, refused.place) as place,
        'record' as kind,
        cast(null as bigint) as reference_count,
        cast(null as bigint) as failure_count,
        cast(null as bigint) as waiting_count
    from unpublished
    full outer join refused on unpublished.intake = refused.intake and unpublished.place = refused.place
    left join messages on refused.intake = messages.intake and refused.place = messages.place
    where refused.intake is null or messages.intake is not null

)

select * from validation_errors
