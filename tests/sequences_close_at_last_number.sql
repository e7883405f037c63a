-- A sequence is closed only when the turn of its last number has come, and releases nothing above it afterwards. A claim
-- closes one as well, from which nothing may have been released.
with order_groups as (

    {{ order_groups_relation() }}

),

closures as (

    -- Numbers that count down as the ledger orders them: mirrored, they count up.
    select
        ruleset,
        sequence_id,
        epoch,
        last_number,
        timestamp_micros(closed_us) as closed_at
    from {{ ref('int_resequencer__heads') }}
    where is_closed and last_number is not null

),

released as (

    select
        ledger.order_group,
        ledger.sequence_id,
        ledger.epoch,
        ledger.settled_at,
        case when order_groups.is_descending then ~ledger.sequence_number else ledger.sequence_number end as number_
    from {{ ref('resequencer__ledger') }} as ledger
    inner join order_groups on ledger.order_group = order_groups.order_group
    where ledger.disposition = 'released'

),

validation_errors as (

    select * from (
        {{ test_closes_at_last_message(
            'released', 'closures', ['order_group', 'sequence_id', 'epoch'], 'number_', 'settled_at', ['ruleset', 'sequence_id', 'epoch'],
            releases_are_kept=settings().retain_us is none and not _any_group('claims')
        ) }}
    )

)

select * from validation_errors
