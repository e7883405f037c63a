with windows as (

    select * from {{ ref('int_resequencer__windows') }}

),

ranges as (

    select * from {{ ref('int_resequencer__open_ranges') }}

),

messages as (

    -- What is held, and what has left in the newest batch, with who sent it.
    select
        order_group,
        sequence_id,
        epoch,
        disposition,
        {{ tried_text(settings().producer) }} as producer
    from {{ with_contents(ref('resequencer__ledger')) }}
    where
        disposition in ('pending', 'released', 'bypass')
        and batch_group = {{ newest_batch_number() }}
        and batch_id = {{ newest_batch_number() }}
        and epoch is not null
        and is_stand_in is distinct from true

),

producers as (

    select distinct
        order_group,
        sequence_id,
        epoch,
        producer
    from messages

),

drained as (

    select
        order_group,
        sequence_id,
        epoch,
        count(*) as released_count
    from messages
    where disposition = 'released'
    group by order_group, sequence_id, epoch

),

batch as (

    -- How long the newest batch's time is; null for the first batch, and where no time passed.
    select nullif(unix_micros(batch.clock) - unix_micros(batch.previous_clock), 0) / 1000000 as seconds
    from {{ ref('resequencer__ledger') }}
    where disposition = 'current'

),

missing as (

    -- One row per sequence with gaps: those below the highest number that came, as far as they may be sent.
    select
        ranges.ruleset,
        ranges.sequence_id,
        ranges.epoch,
        array_sort(collect_list(
            case
                when windows.is_descending
                    then named_struct(
                        'range_start', ~least(ranges.range_end, windows.window_end, windows.highest_received),
                        'range_end', ~ranges.range_start
                    )
                else named_struct(
                    'range_start', ranges.range_start, 'range_end', least(ranges.range_end, windows.window_end, windows.highest_received)
                )
            end
        )) as missing
    from ranges
    inner join windows
        on ranges.ruleset = windows.ruleset and ranges.sequence_id = windows.sequence_id and ranges.epoch = windows.epoch
    where ranges.range_start <= least(windows.window_end, windows.highest_received)
    group by ranges.ruleset, ranges.sequence_id, ranges.epoch

),

shared as (

    -- One row per sequence and producer; without any, one.
    select
        windows.*,
        producers.producer,
        count(*) over (partition by windows.ruleset, windows.sequence_id) as producer_count,
        row_number() over (partition by windows.ruleset, windows.sequence_id order by producers.producer asc nulls last) as producer_place
    from windows
    left join producers
        on windows.ruleset = producers.order_group and windows.sequence_id = producers.sequence_id and windows.epoch = producers.epoch

),

final as (

    select
        shared.ruleset,
        shared.sequence_id,
        shared.producer,
        {{ as_published('shared.next_expected', 'shared.') }} as next_expected,
        coalesce(missing.missing, array()) as missing,
        shared.buffer_size,
        shared.buffered,
        -- Shared out evenly; what is left over goes to the first.
        shared.room div shared.producer_count
        + case when shared.producer_place <= shared.room % shared.producer_count then 1 else 0 end as credits,
        {{ as_published('shared.window_end', 'shared.') }} as window_end,
        cast(shared.buffered / shared.buffer_size as double) as occupancy,
        cast(coalesce(drained.released_count, 0) / batch.seconds as double) as drain_per_second,
        timestamp_micros(shared.updated_us) as updated_at,
        shared.epoch
    from shared
    cross join batch
    left join missing
        on shared.ruleset = missing.ruleset and shared.sequence_id = missing.sequence_id and shared.epoch = missing.epoch
    left join drained
        on shared.ruleset = drained.order_group and shared.sequence_id = drained.sequence_id and shared.epoch = drained.epoch

)

select * from final
