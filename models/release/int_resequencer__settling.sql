{{ config(materialized='ephemeral') }}

{#-
    sent(k)  =  max( ready(k), max{ settle(j) : j < k } ) where deliveries are acknowledged, with settle(j) = max( ready(j), what settles j ):
    one running maximum. What cannot be known before it is known when a message was sent (is_holding: failures that are tried again
    later, or that operators decide about; without acknowledgements all failures) is left out here, and comes from int_resequencer__sent.
-#}
with told as (

    select * from {{ ref('int_resequencer__told') }}

),

counted as (

    -- Of what is reported of a message: when it is delivered, and its failures before that, each of them once.
    select
        *,
        case when kind = 'message' then passes_at end as turn_at,
        array_min(transform(filter(reports, report -> report.what = 'delivered'), report -> report.moment)) as delivered_at,
        transform(
            filter(
                reports,
                (report, i) -> report.what = 'failed' and array_position(transform(reports, other -> other.fingerprint), report.fingerprint) = i + 1
            ),
            report -> report.moment
        ) as failures
    from told

),

reported as (

    -- given_up_at: the failure that is the last, the max_attempts-th, where on_failure gives the message up.
    select
        *,
        case
            when on_failure in ('dead_letter', 'terminate', 'fail') and coalesce(try_element_at(failures, cast(max_attempts as int)) < delivered_at, true)
                then try_element_at(failures, cast(max_attempts as int))
        end as given_up_at,
        turn_at is not null and coalesce(failures[0] < delivered_at, failures[0] is not null)
        and (not is_acknowledged or (max_attempts > 1 and retry_us > 0) or size(actions) > 0) as is_holding,
        -- What operators end holds up nothing that comes afterwards.
        case
            when entry.came_at is null then 0
            else cast(size(filter(actions, report -> report.what in ('terminate', 'close', 'reset') and report.moment < entry.came_at)) as bigint)
        end as ends_before
    from counted

),

settling as (

    -- settled_at: when nothing waits for it any more, by what is reported of it.
    select
        * except (delivered_at, failures),
        case
            when turn_at is null or is_holding then null
            when given_up_at is null and delivered_at is null then {{ never() }}
            else greatest(turn_at, least(delivered_at, given_up_at))
        end as settled_at
    from reported

),

final as (

    -- floor: when it is sent at the earliest, by those before it. holding: on one row of its sequence, all that may hold up others.
    select
        *,
        case
            when is_acknowledged and is_reported then greatest(turn_at, max({{ after_reports('settled_at') }}) over before_this)
            else turn_at
        end as floor,
        row_number() over (partition by sequence_key order by ends_before, turn) = 1 as is_first_row
    from settling
    window before_this as (partition by sequence_key, ends_before order by turn rows between unbounded preceding and 1 preceding)

)

select * from final
