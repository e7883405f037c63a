-- A sequence is closed only when the turn of its last number has come, and releases nothing above it afterwards. A claim
-- closes one as well, from which nothing may have been released. Left out is what was ended before its last number (by an
-- operator, a failure or silence), and where that is said never to come.
with order_groups as (

    {{ order_groups_relation() }}

),

given_up as (

    -- Skipped ranges of closed sequences.
    select
        order_group,
        sequence_id,
        epoch,
        gap
    from {{ ref('resequencer__ledger') }}
    where disposition = 'closed' and gap is not null

),

closures as (

    -- Numbers that count down as the ledger orders them: mirrored, they count up.
    select
        heads.ruleset,
        heads.sequence_id,
        heads.epoch,
        heads.last_number,
        timestamp_micros(heads.closed_us) as closed_at
    from {{ ref('int_resequencer__heads') }} as heads
    left anti join given_up
        on
            heads.ruleset = given_up.order_group
            and heads.sequence_id = given_up.sequence_id
            and heads.epoch = given_up.epoch
            and heads.last_number between given_up.gap.range_start and given_up.gap.range_end
    where
        heads.is_closed
        and heads.last_number is not null
        and heads.gate.ended is null

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
            releases_are_kept=settings().retain_us is none and not has_mode('claims')
        ) }}
    ) as errors

)

select * from validation_errors
