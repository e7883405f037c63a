{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

with publications as (

    select * from {{ ref('int_resequencer__publications') }}

),

batches as (

    -- One row per batch, with the arrivals it took in and the clock of the run before it.
    select
        batch.arrivals_from,
        batch.arrivals_to,
        batch.previous_clock
    from {{ ref('resequencer__ledger') }}
    where disposition = 'batch'

),

newest as (

    select batch.last_clock
    from {{ ref('resequencer__ledger') }}
    where disposition = 'current'

),

final as (

    select
        publications.intake,
        publications.place,
        greatest(publications.arrived_at, batches.previous_clock) as published_at
    from publications
    cross join newest
    inner join batches
        on
            publications.intake <= batches.arrivals_to
            and (batches.arrivals_from is null or publications.intake > batches.arrivals_from)
    where greatest(publications.arrived_at, batches.previous_clock) <= newest.last_clock

)

select * from final
