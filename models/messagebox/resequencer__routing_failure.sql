{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with box as (

    select * from {{ ref('resequencer__messagebox') }}

),

failed as (

    select
        intake,
        place,
        reason,
        at_us
    from box
    where disposition = 'unroutable'

),

later as (

    -- As it stands now: open, or what became of it.
    select
        intake,
        place,
        reason,
        queue as status,
        attempts,
        settled_us
    from box
    where (disposition = 'failure' and batch_group = {{ newest_box_batch() }}) or (disposition = 'change' and kind = 'failure')

),

final as (

    select
        messages.message_uid,
        messages.message_id,
        coalesce(later.reason, failed.reason) as reason,
        timestamp_micros(failed.at_us) as failed_at,
        messages.context,
        {{ messagebox_uid('instance', "concat(messages.message_uid, '/routing-failure')") }} as report_instance_uid,
        later.status,
        later.attempts,
        timestamp_micros(later.settled_us) as settled_at,
        {{ routing_failure_advice('coalesce(later.reason, failed.reason)') }} as advice
    from failed
    left join later on failed.intake = later.intake and failed.place = later.place
    inner join {{ ref('int_resequencer__publications') }} as messages on failed.intake = messages.intake and failed.place = messages.place

)

select * from final
