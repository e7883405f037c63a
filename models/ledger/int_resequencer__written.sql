{{ config(materialized='ephemeral') }}

{#- The rows of the ledger. One read of the verdicts writes them all. -#}
with explained as (

    select * from {{ ref('int_resequencer__explained') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

telling as (

    -- One row per entry, with what else it writes: a claim or a place that is remembered, and once a sequence its state, twice where
    -- that has changed.
    select
        *,
        case when kind = 'message' then 'message' when is_unpassed_fill and state.closed_us is null then 'fill' end as stays_as,
        case when is_anchor then coalesce(ranges, array()) else array() end as gaps,
        case
            when kind = 'claim' and aside.claim.id <> '' and came_at.us + ttl_us > (select batch.clock_us from batch) then 'claim'
            when session_end_us > (select batch.clock_us from batch) and (kind = 'left' or overflow = 'release') then 'left'
        end as mark,
        case when aside.is_first_of_id then 'seen' end as seen_as,
        case when is_anchor and state is not null then case when state.closed_us is null then 'head' else 'closed' end end as stands_as,
        case
            when
                is_anchor and state.closed_us is null and (
                    has_changed
                    or (
                        pending_count > 0
                        and state.suspends_us > (select batch.previous_clock_us from batch)
                        and state.suspends_us <= (select batch.clock_us from batch)
                    )
                )
                then 'state'
        end as stood_as
    from explained

),

marked as (

    -- One row per row of the ledger: what kind of row it is, and which of several.
    select
        telling.*,
        written.row_kind,
        written.back,
        written.gap,
        written.row_kind = 'message' as is_message,
        written.row_kind in ('head', 'state', 'closed') as is_state,
        case when written.row_kind = 'stand_in' then {{ as_published(number_at('(position - back)')) }} end as stood_in_number
    from telling
        lateral view inline(
            case
                when kind = 'message' and not is_anchor and stand_ins = 0 and mark is null and seen_as is null
                    then array({{ ledger_row_of("'message'") }})
                else filter(
                    concat(
                        transform(array(stays_as, mark, stands_as, stood_as, seen_as), row_kind -> {{ ledger_row_of('row_kind') }}),
                        transform(
                            case when is_released and stand_ins > 0 then sequence(1, stand_ins) else array() end,
                            back -> {{ ledger_row_of("'stand_in'", back='back') }}
                        ),
                        transform(gaps, gap -> {{ ledger_row_of("'gap'", gap='gap') }})
                    ),
                    one -> one.row_kind is not null
                )
            end
        ) written as row_kind, back, gap

),

final as (

    select
        {{ ledger_row({
            'ruleset': "case when row_kind in ('message', 'stand_in') then message.ruleset end",
            'order_group': 'order_group',
            'sequence_id': 'group_key',
            'epoch': 'case when is_ordered then epoch end',
            'message_id': "case row_kind when 'message' then message.message_id when 'seen' then message.message_id when 'left' then message.message_id when 'stand_in' then " ~ stand_in_id('stood_in_number', 'message.ruleset', 'group_key', 'epoch') ~ " end",
            'sequence_number': "case row_kind when 'message' then sequence_number when 'left' then sequence_number when 'fill' then sequence_number when 'claim' then sequence_number when 'stand_in' then stood_in_number end",
            'sort_key': 'case when is_message then message.sort_key end',
            'arrived_at': "case when row_kind in ('message', 'left', 'claim', 'fill') then timestamp_micros(" ~ came_as() ~ ".arrived_us) end",
            'effective_arrived_at': "case when row_kind = 'seen' then timestamp_micros(" ~ came_as() ~ ".us) when row_kind in ('message', 'left', 'claim', 'fill') then timestamp_micros(came_at.us) end",
            'ingest': "case when row_kind in ('message', 'left', 'claim', 'fill') then " ~ came_as() ~ ".ingest end",
            'intake': "case when row_kind in ('message', 'left', 'claim', 'fill') then " ~ came_as() ~ ".intake end",
            'place': "case when row_kind in ('message', 'left', 'claim', 'fill') then " ~ came_as() ~ ".place end",
            'is_last': 'case when is_message then message.is_last end',
            'sequence_total': 'case when is_message then message.sequence_total end',
            'linked_number': 'case when is_message then message.linked_number end',
            'message_type': 'case when is_message then message.message_type end',
            'properties': 'case when is_message then message.properties' ~ stand_in_contents('properties') ~ ' end',
            'body': 'case when is_message then ' ~ ('cast(null as string)' if has_subscriptions() else 'message.body') ~ stand_in_contents('body') ~ ' end',
            'body_hash': 'case when is_message then cast(message.body as bigint) end',
            'raw_record': "case when is_message and ((verdict = 'failure' and reason not in ('expired', 'dropped')) or rejection_outlet is not null or (verdict = 'pending' and not is_ordered)) then message.raw_record end",
            'reason': "case when is_message then reason when row_kind = 'fill' and (aside.was_met or array_contains(came_now, position)) then 'met' end",
            'detail': "case when is_message then detail when row_kind = 'fill' then aside.filled_by end",
            'rejection_outlet': "case when is_message and verdict = 'pending' then rejection_outlet end",
            'rejection_reason': "case when is_message and verdict = 'pending' then message.rejection_reason end",
            'settled_at': "case when is_message and verdict <> 'pending' then timestamp_micros(case when is_released then leaves_us when reason = 'replaced' then replaced_at.us when reason = 'dropped' then aside.removed_at.us else came_at.us end) when row_kind = 'stand_in' then timestamp_micros(leaves_us) end",
            'release_position': "case when row_kind = 'fill' and is_ready then release_position when is_message and is_ready and verdict = 'pending' and not holds_whole then release_position when is_message and is_released then release_position - given_up_before when row_kind = 'stand_in' then release_position - given_up_before - back end",
            'late_by_ms': 'case when is_message then late_by_ms end',
            'blocked_by': 'case when is_message and is_blocked then next_number when is_message then kept_by end',
            'blocked_count': 'case when is_message and is_blocked then pending_count - waiting_count when is_message and kept_reason is not null then waiting_count end',
            'held_ms': "case when is_message and verdict = 'pending' then greatest((select batch.clock_us from batch) - came_at.us, 0) div 1000 end",
            'due_at': "case when is_message and verdict = 'pending' then timestamp_micros(case when kept_reason is not null then null when reason = 'awaiting_confirmation' then aside.session_end_us when is_ordered then leaves_us else came_at.us end) end",
            'waits_until': "case when (is_message and verdict = 'pending' and is_ordered) or row_kind = 'fill' then timestamp_micros(ready_at.us) when row_kind = 'left' then timestamp_micros(session_end_us) end",
            'baking_since': "case when is_message and verdict = 'pending' and not is_ready and baking_since_us < came_at.us then timestamp_micros(baking_since_us) end",
            'is_ready': "case when (is_message and verdict = 'pending') or row_kind = 'fill' then is_ready end",
            'ready_at': "case when ((is_message and verdict = 'pending') or row_kind = 'fill') and is_ready then ready_at end",
            'key_value': "case when row_kind in ('message', 'left', 'claim', 'fill') then key_value when is_state then threshold_value end",
            'last_key_value': 'case when is_state then last_value end',
            'head': 'case when is_state then state end',
            'gap': 'gap',
            'claim': "case when row_kind = 'claim' or (is_message and verdict = 'pending' and not is_ordered) then aside.claim end",
            'is_stand_in': "row_kind = 'stand_in'",
            'batch_id': '(select batch.number from batch)',
            'disposition': "case when is_message then verdict when row_kind = 'stand_in' then 'released' when row_kind = 'gap' and state.closed_us is not null then 'closed' else row_kind end",
        }) }}
    from marked

)

select * from final
