{{ config(materialized='ephemeral') }}

{#- What is left to say of each message, once it is known how its sequence stands. -#}
with standing as (

    select * from {{ ref('int_resequencer__standing') }}

),

late as (

    select * from {{ ref('int_resequencer__late') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

measured as (

    -- has_its_turn: it is ready, and so is all that leaves with it; only a tick is awaited.
    select /*+ shuffle_hash(late) */
        standing.*,
        late.late_by_ms,
        coalesce(
            standing.is_ready and (not standing.holds_whole or standing.leaves_at.us <= (select batch.clock_us from batch)), false
        ) as has_its_turn
    from standing
    left join late
        on
            standing.reason = 'late'
            and standing.sequence_key = late.sequence_key
            and standing.epoch = late.epoch
            and {{ came_as('standing.') }}.intake = late.intake
            and {{ came_as('standing.') }}.place = late.place
            and standing.comes_for_filled = late.comes_for_filled

),

waiting as (

    -- One row per entry; of what is held, with why.
    select
        * except (reason),
        case
            when verdict <> 'pending' or reason <> 'baking' or kept_reason is not null or has_its_turn then reason
            when state.suspends_us <= (select batch.clock_us from batch) then 'suspended'
            when kernel in ('contiguous', 'linked') and coalesce(state.left_threshold, begins_at) is not null then 'waiting_for_predecessor'
            else reason
        end as reason
    from measured

),

final as (

    -- And by what; and of a failure, what is wrong.
    select
        * except (has_its_turn),
        verdict = 'pending' and kernel in ('contiguous', 'linked') and is_ordered and not has_its_turn
        and (coalesce(state.left_threshold, begins_at) is not null or reason = 'suspended') as is_blocked,
        case
            when not is_ordered or verdict <> 'failure' then message.rejection_detail
            when reason = 'last_conflict' and {{ is_contradictory() }} then 'is_last and sequence_total disagree about the last number'
            when reason = 'last_conflict' then concat('the last number is ', last_text, ', announced first')
            when reason = 'dropped' then 'an operator has dropped it'
            when reason = 'expired' then concat(
                'the sequence ', case ended_by when 'expiration' then 'expired' when 'restart' then 'began again' else 'was terminated' end,
                ' at ', {{ utc_text('timestamp_micros(ended_us)') }}
            )
        end as detail
    from waiting

)

select * from final
