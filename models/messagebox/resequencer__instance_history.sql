{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with box as (

    select * from {{ ref('resequencer__messagebox') }}

),

changes as (

    select
        founder_intake,
        founder_place,
        founder_message_id,
        founder_subscription,
        given_instance,
        state,
        at_us,
        changed_by,
        attempts as turn,
        batch_id
    from box
    where disposition = 'change' and kind = 'instance'
    union all
    -- Instances that routing made, and nothing else has been said of then.
    select
        intake as founder_intake,
        place as founder_place,
        message_id as founder_message_id,
        subscription as founder_subscription,
        cast(null as string) as given_instance,
        states.state,
        at_us,
        'routing' as changed_by,
        turn,
        batch_id
    from box
        lateral view posexplode(
            case when status_code = 2 then array(4) when is_acknowledged then array(256) else array(256, 512) end
        ) states as turn, state
    where disposition = 'reference' and kind = 'plain'

),

founders as (

    select
        *,
        struct(founder_intake as intake, founder_place as place, founder_message_id as message_id, founder_subscription as subscription) as founder
    from changes

),

reports as (

    -- Of routing failures: made, and ended by an action.
    select
        box.*,
        {{ messagebox_uid('instance', "concat(" ~ founder_message_uid('box') ~ ", '/routing-failure')") }} as instance_uid
    from box
    {{ founders_join('box') }}
    where box.kind = 'failure' and box.disposition in ('unroutable', 'change')

),

final as (

    select
        coalesce(founders.given_instance, {{ instance_uid('founders.founder') }}) as instance_uid,
        founders.state,
        timestamp_micros(founders.at_us) as `at`,
        founders.changed_by,
        founders.batch_id
    from founders
    {{ founders_join('founders.founder') }}
    union all
    select
        instance_uid,
        case when disposition = 'unroutable' then 32 when queue = 'terminated' then 128 else 512 end as state,
        timestamp_micros(case when disposition = 'unroutable' then at_us else settled_us end) as `at`,
        case when disposition = 'unroutable' then 'routing' else changed_by end as changed_by,
        batch_id
    from reports

)

select * from final
