{{ config(materialized='ephemeral') }}

with arriving as (

    select * from {{ ref('int_resequencer__arriving') }}

),

carried as (

    select * from {{ ref('int_resequencer__carried') }}

),

final as (

    -- One row per thing that takes part: a message that arrives, and what the batch before left (kind).
    select
        'message' as kind,
        true as is_new,
        order_group,
        group_key,
        cast(null as bigint) as epoch,
        sequence_number as number,
        key_value,
        came_at,
        rejection_outlet,
        {{ message_struct('arrived_us', 'rejection_detail') }} as message,
        case when claim is not null then {{ aside(claim='claim') }} end as aside
    from arriving
    union all
    select
        case disposition
            when 'pending' then 'message' when 'gap' then 'range' when 'head' then 'state'
            when 'closed' then case when gap is not null then 'range' else 'state' end
            else disposition
        end as kind,
        coalesce(reason in ('after_clock', 'awaiting_confirmation'), false) as is_new,
        order_group,
        sequence_id,
        epoch,
        case when gap is not null then gap.range_start when head is not null then head.threshold else sequence_number end as number,
        key_value,
        case
            when intake is not null then named_struct(
                'us', unix_micros(effective_arrived_at), 'ingest', ingest, 'arrived_us', unix_micros(arrived_at),
                'intake', intake, 'place', place
            )
        end as came_at,
        rejection_outlet,
        case when disposition in ('pending', 'left') then {{ message_struct('unix_micros(arrived_at)', 'detail') }} end as message,
        {{ aside(
            state='head', skipped='gap', last_key_value='last_key_value', claim='claim',
            filled_by="case when disposition = 'fill' then detail end", was_met="disposition = 'fill' and reason is not null",
            ready_at="case when is_ready then ready_at end", release_position='release_position', session_end_us='unix_micros(waits_until)',
            baking_since_us='unix_micros(baking_since)', is_first_of_id="case when reason = 'awaiting_confirmation' then false end"
        ) }} as aside
    from carried
    where disposition not in ('flight', 'course', 'input')

)

select * from final
