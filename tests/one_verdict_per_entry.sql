{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

-- What has entered the queue of an ordered subscription without exactly one verdict in the ledger, and verdicts of what has not.
with ledger as (

    select * from {{ ref('resequencer__ledger') }}

),

entries as (

    select * from {{ ref('int_resequencer__entered') }}

),

bounds as (

    -- The batches of the MessageBox that the ledger has taken, but those that it has forgotten (resequencer__retain).
    select
        min(case when disposition = 'batch' then coalesce(batch.routed_from, 0) end) as routed_from,
        max(case when disposition = 'current' then batch.routed_to end) as routed_to,
        max(case when disposition = 'current' then batch.number end) as number
    from ledger
    where disposition in ('batch', 'current')

),

taken as (

    select
        entries.intake,
        entries.place,
        entries.subscription,
        entries.routed_by > bounds.routed_from as is_remembered
    from entries
    inner join bounds on entries.routed_by <= bounds.routed_to

),

verdicts as (

    select
        ledger.intake,
        ledger.place,
        ledger.ruleset,
        count(*) as verdict_count
    from ledger
    cross join bounds
    where
        ledger.ruleset is not null
        and ledger.is_stand_in is distinct from true
        and (
            ledger.disposition in ('released', 'bypass', 'failure', 'nohit')
            or (ledger.disposition = 'pending' and ledger.batch_group = bounds.number)
        )
    group by ledger.intake, ledger.place, ledger.ruleset

)

select
    coalesce(taken.intake, verdicts.intake) as intake,
    coalesce(taken.place, verdicts.place) as place,
    coalesce(taken.subscription, verdicts.ruleset) as subscription,
    verdicts.verdict_count
from taken
full outer join verdicts
    on taken.intake = verdicts.intake and taken.place = verdicts.place and taken.subscription = verdicts.ruleset
where
    (taken.is_remembered and coalesce(verdicts.verdict_count, 0) <> 1)
    or (taken.intake is null)
