{{ config(materialized='ephemeral') }}

{#- Of outcomes those that tell whether a sequence that expires and begins again is silent: repeats do not, nor what comes after a message is over. -#}
-- depends_on: {{ ref('int_resequencer__addressed') }}, {{ ref('int_resequencer__carried') }}, {{ ref('int_resequencer__order_groups') }}
{% if has_mode('delivers') and has_mode('expire_us') and has_mode('reopens') %}
with addressed as (

    select * from {{ ref('int_resequencer__addressed') }}
    where kind = 'delivery' and sequence_key is not null and message_intake is not null and reason is null and not is_later

),

carried as (

    select * from {{ ref('int_resequencer__carried') }}
    where disposition in ('flight', 'course')

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}
    where reopens and expire_us is not null

),

known as (

    -- One row per message of an earlier run, with what has been heard of it.
    select
        xxhash64(carried.order_group, carried.sequence_id) as sequence_key,
        concat_ws(' ', carried.attempt.intake, carried.attempt.place) as subject,
        {{ position_of('case when order_groups.is_descending then ~carried.attempt.number else carried.attempt.number end', 'order_groups.step') }} as position,
        carried.attempt.course.heard,
        carried.attempt.course.counted
    from carried
    inner join order_groups on carried.order_group = order_groups.order_group

),

outcomes as (

    -- One row per outcome of a message that is not over, with how many failures it had before.
    select
        addressed.sequence_key,
        addressed.moment,
        addressed.record.outcome,
        concat_ws(' ', addressed.message_intake, addressed.message_place) as subject,
        coalesce(known.position, addressed.message_position) as position,
        order_groups.on_failure in ('suspend', 'park') as waits_for_delivery,
        order_groups.max_attempts,
        coalesce(known.heard.attempts, 1) as attempts,
        coalesce(known.heard.is_again, false) as is_again,
        row_number() over (
            partition by addressed.sequence_key, addressed.message_intake, addressed.message_place, {{ fingerprint_of('addressed.record') }}
            order by addressed.moment
        ) as repeat
    from addressed
    inner join order_groups on addressed.message_group = order_groups.order_group
    left join known
        on addressed.sequence_key = known.sequence_key and concat_ws(' ', addressed.message_intake, addressed.message_place) = known.subject
    where
        not coalesce(known.heard.is_over and not known.heard.is_again, false)
        and not coalesce(array_contains(known.counted, {{ fingerprint_of('addressed.record') }}), false)

),

counted as (

    -- settles: whether the message is over by it. Only the first outcome that settles it counts.
    select
        *,
        outcome = 'delivered' or is_again
        or (not waits_for_delivery and attempts - 1 + count_if(outcome = 'failed') over up_to_here >= max_attempts) as settles
    from outcomes
    where repeat = 1
    window up_to_here as (partition by sequence_key, subject order by moment rows between unbounded preceding and current row)

),

settled as (

    select
        *,
        count_if(settles) over (partition by sequence_key, subject order by moment rows between unbounded preceding and 1 preceding) as settled_before
    from counted

),

final as (

    -- The first that settles its message is the last that counts.
    select
        sequence_key,
        moment,
        case when settles then 'settled' else 'failing' end as action,
        position,
        subject
    from settled
    where settled_before = 0

)
{% else %}
with final as (

    -- Nothing is reported, or no sequence begins again after a silence.
    select
        sequence_key,
        moment,
        cast(null as string) as action,
        message_position as position,
        cast(null as string) as subject
    from {{ ref('int_resequencer__addressed') }}
    where false

)
{% endif %}

select * from final
