with heads as (

    select * from {{ ref('int_resequencer__heads') }}

),

held as (

    -- One row per message held for its number.
    select
        order_group as ruleset,
        sequence_id,
        sequence_number,
        unix_micros(effective_arrived_at) as arrival_us
    from ({{ carried_by_newest_batch('pending') }})
    where reason <> 'after_clock'

),

skipped as (

    -- One row per range below the threshold that did not come: of open sequences, and of closed ones.
    select * from ({{ carried_by_newest_batch('gap') }})
    union all
    select closed.*
    from {{ ref('resequencer__ledger') }} as closed
    inner join heads
        on closed.order_group = heads.ruleset and closed.sequence_id = heads.sequence_id and closed.batch_id = heads.batch_id
    where closed.disposition = 'closed' and closed.gap is not null and heads.is_closed

),

in_line as (

    -- Held messages with their neighbours: what came just below, and since when something higher is there.
    select
        held.*,
        heads.next_expected,
        heads.step,
        heads.threshold_released_us,
        heads.last_number,
        heads.last_us,
        lag(held.sequence_number) over (partition by held.ruleset, held.sequence_id order by held.sequence_number asc) as below,
        min(held.arrival_us) over (
            partition by held.ruleset, held.sequence_id order by held.sequence_number desc
            rows between unbounded preceding and current row
        ) as seen_us
    from held
    inner join heads on held.ruleset = heads.ruleset and held.sequence_id = heads.sequence_id
    where heads.is_sequence

),

before_held as (

    -- One row per range missing just below a held message. It blocks only where all below it has left.
    select
        ruleset,
        sequence_id,
        coalesce(below + step, next_expected) as range_start,
        sequence_number - step as range_end,
        least(seen_us, case when sequence_number <= last_number then last_us end) as detected_us,
        case when below is null then greatest(seen_us, threshold_released_us) end as blocking_us,
        'open' as status
    from in_line
    where sequence_number > coalesce(below + step, next_expected)

),

to_the_end as (

    -- One row per sequence whose last number is known and above everything that has come.
    select
        heads.ruleset,
        heads.sequence_id,
        greatest(coalesce(max(held.sequence_number) + max(heads.step), max(heads.next_expected)), max(heads.next_expected)) as range_start,
        max(heads.last_number) as range_end,
        max(heads.last_us) as detected_us,
        cast(null as bigint) as blocking_us,
        'open' as status
    from heads
    left join held on heads.ruleset = held.ruleset and heads.sequence_id = held.sequence_id
    where not heads.is_closed and heads.is_sequence and heads.last_number is not null
    group by heads.ruleset, heads.sequence_id

),

ranges as (

    select * from before_held
    union all
    select * from to_the_end
    where range_start <= range_end
    union all
    select
        order_group,
        sequence_id,
        gap.range_start,
        gap.range_end,
        gap.detected_us,
        gap.blocking_us,
        gap.state
    from skipped
    where gap.state = 'skipped'

),

order_groups as (

    {{ order_groups_relation() }}

),

final as (

    select
        ranges.ruleset,
        ranges.sequence_id,
        ranges.range_start,
        ranges.range_end,
        cast((cast(ranges.range_end as decimal(20, 0)) - ranges.range_start) div order_groups.step + 1 as decimal(20, 0)) as missing_count,
        timestamp_micros(ranges.detected_us) as detected_at,
        timestamp_micros(ranges.blocking_us) as blocking_since,
        ranges.status
    from ranges
    inner join order_groups on ranges.ruleset = order_groups.order_group

)

select * from final
