{{ config(materialized='ephemeral') }}

{#- How each sequence stands after this batch: what the next one carries on from. -#}
with counted as (

    select * from {{ ref('int_resequencer__sequence_counts') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

threshold_ids as (

    select * from {{ ref('int_resequencer__threshold_ids') }}

),

delivery_states as (

    select * from {{ ref('int_resequencer__delivery_states') }}

),

numbered as (

    -- With its order group, and in numbers as the ledger has them.
    select
        counted.*,
        order_groups.kernel,
        order_groups.is_ranked,
        order_groups.is_descending,
        order_groups.holds_whole,
        order_groups.start_number,
        order_groups.step,
        coalesce(order_groups.alarm_us, case when counted.suspension is not null then order_groups.bake_us end) as suspends_after_us,
        order_groups.heartbeat_us,
        {{ 'order_groups.counts_arrivals or ' if has_mode('counts_arrivals') }}order_groups.wrap_at is not null as counts_on,
        order_groups.max_stand_ins,
        order_groups.ttl_us,
        threshold_ids.message_ids,
        order_groups.delivers,
        delivery_states.delivery_state,
        delivery_states.changed_us,
        {{ number_at('counted.threshold', 'order_groups.step', 'order_groups.start_number') }} as threshold_number,
        {{ number_at('counted.last.position', 'order_groups.step', 'order_groups.start_number') }} as last_number
    from counted
    inner join order_groups on counted.order_group = order_groups.order_group
    left join threshold_ids
        on
            counted.sequence_key = threshold_ids.sequence_key
            and counted.group_key = threshold_ids.group_key
            and counted.epoch = threshold_ids.epoch
            and counted.threshold = threshold_ids.position
    left join delivery_states
        on
            counted.sequence_key = delivery_states.sequence_key
            and counted.group_key = delivery_states.group_key
            and counted.epoch = delivery_states.epoch

),

stated as (

    -- With when the last number left, and with it the sequence as a whole, and the last place that its epochs have taken.
    select
        *,
        max(greatest(before.last_position, last_place)) over epochs_up_to_this as last_taken,
        coalesce(max(before.given_up_places) over epochs_up_to_this, 0) + sum(given_up_now) over epochs_up_to_this as given_up_places,
        least(
            last_left_us,
            last_claimed_us + coalesce(pmod(-last_claimed_us, heartbeat_us), 0),
            case
                when threshold_before >= last.position and not holds_whole
                    then before.threshold_released_us + coalesce(pmod(-before.threshold_released_us, heartbeat_us), 0)
            end
        ) as final_us
    from numbered
    window epochs_up_to_this as (partition by sequence_key, group_key order by epoch)

),

closing as (

    select
        *,
        coalesce(
            before.closed_us, ended_us,
            delivery_state.ended.moment.us,
            case when pending_count = 0 then coalesce(before.restarted_us, restarted_us) end,
            case
                when delivers then delivery_state.completed_at.us
                when
                    threshold >= last.position
                    and coalesce(final_us <= (select batch.clock_us from batch), true)
                    and (not holds_whole or leaving_count = 0)
                    then greatest(last.known_at.us, final_us)
            end
        ) as closed_us
    from stated

),

final as (

    -- One row per sequence and epoch. has_changed: something has come or left, or been reported of its deliveries.
    select
        * except (suspends_after_us, has_changed),
        has_changed or delivery_state is distinct from before.gate or (closed_us is null and changed_us > before.updated_us) as has_changed,
        coalesce(before.begins_at, start_number) as begins_at,
        {{ as_published(
            'coalesce(try_add(threshold_number, step), case when threshold_number is null then coalesce(before.begins_at, start_number) end)'
        ) }} as next_number,
        coalesce({{ key_value_text('coalesce(last_key_value, before_last_key_value)') }}, cast({{ as_published('last_number') }} as string))
            as last_text,
        {{ new_state() }} as state
    from closing

)

select * from final
