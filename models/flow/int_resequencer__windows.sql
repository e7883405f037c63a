with heads as (

    -- One row per open sequence.
    select
        order_group,
        sequence_id,
        epoch,
        head
    from {{ ref('resequencer__ledger') }}
    where disposition = 'head' and batch_group = {{ newest_batch_number() }}

),

order_groups as (

    {{ order_groups_relation() }}

),

spanned as (

    -- With the numbers its window spans. Of a counter that wraps at most half its range: more could not be told apart.
    select
        heads.order_group as ruleset,
        heads.sequence_id,
        heads.epoch,
        order_groups.is_sequence,
        order_groups.is_descending,
        order_groups.step,
        order_groups.session_size as buffer_size,
        case
            when order_groups.session_size is not null
                then least(order_groups.session_size, (order_groups.wrap_at - order_groups.wrap_to) div 2)
        end as span,
        case
            when order_groups.is_sequence
                then {{ next_number('heads.head.left_threshold', 'order_groups.start_number', 'order_groups.step') }}
        end as next_expected,
        heads.head.left_threshold,
        heads.head.highest_received,
        heads.head.last_number,
        heads.head.pending_count as buffered,
        heads.head.updated_us
    from heads
    inner join order_groups on heads.order_group = order_groups.order_group

),

ended as (

    -- With the highest number that may be sent; beyond the largest bigint and the last number there is none.
    select
        *,
        case
            when not is_sequence or span is null then null
            when next_expected is not null then least({{ window_end('next_expected', 'span', 'step') }}, last_number)
            else left_threshold
        end as window_end
    from spanned

),

final as (

    -- Room: what of the window lies above all that has come; without numbers to count by, what the buffer has left.
    select
        *,
        case
            when span is null then null
            when window_end is null then greatest(buffer_size - buffered, 0)
            when window_end <= greatest(highest_received, left_threshold) or window_end < next_expected then 0
            else (
                cast(window_end as decimal(20, 0))
                - coalesce(greatest(highest_received, left_threshold), cast(next_expected as decimal(20, 0)) - step)
            ) div step
        end as room
    from ended

)

select * from final
