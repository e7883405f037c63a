{{ config(materialized='ephemeral') }}

{#-
    sent(k)  =  max( ready(k), max{ settle(j) : j < k } ) where deliveries are acknowledged, with settle(j) = max( ready(j), what settles j ):
    one running maximum. What cannot be known before it is known when a message was sent (is_holding: failures that are tried again
    later, or that operators decide about; without acknowledgements all failures) is left out here, and comes from int_resequencer__sent.
-#}
with told as (

    select * from {{ ref('int_resequencer__told') }}

),

silences as (

    select * from {{ ref('int_resequencer__silences') }}

),

silent as (

    -- With when its sequence had been silent for too long.
    select
        told.*,
        silences.last_activity_us,
        silences.expires_us,
        silences.silences
    from told
    left join silences on told.sequence_key = silences.sequence_key

),

counted as (

    -- Of what is reported of a message: when it is delivered, and its failures before that, each of them once.
    select
        *,
        case when kind = 'message' then passes_at end as ready_at,
        case
            when size(reports) = 1 then case when reports[0].what = 'delivered' then reports[0].moment end
            else array_min(transform(filter(reports, report -> report.what = 'delivered'), report -> report.moment))
        end as delivered_at,
        case
            when size(reports) > 0 then transform(
                filter(
                    reports,
                    (report, i) -> report.what = 'failed'
                    and array_position(transform(reports, other -> other.fingerprint), report.fingerprint) = i + 1
                ),
                report -> report.moment
            )
        end as failures
    from silent

),

reported as (

    -- given_up_at: the failure that is the last, the max_attempts-th, where on_failure gives the message up.
    select
        *,
        case
            when
                on_failure in ('dead_letter', 'terminate', 'fail')
                and coalesce(try_element_at(failures, cast(max_attempts as int)) < delivered_at, true)
                then try_element_at(failures, cast(max_attempts as int))
        end as given_up_at,
        ready_at is not null and coalesce(failures[0] < delivered_at, failures[0] is not null)
        and (not is_acknowledged or (max_attempts > 1 and retry_us > 0) or size(actions) > 0) as is_holding,
        -- After how many ends, by operators or silences, it arrived. An end lets go of what came before it: only messages with the same
        -- count hold each other up.
        case
            when entry.came_at is null then 0
            else cast(
                size(filter(endings, report -> report.moment < entry.came_at))
                + size(filter(coalesce(silences, array()), us -> {{ moment_of_timer('us') }} < entry.came_at)) as bigint
            )
        end as ends_before
    from counted

),

settling as (

    -- settled_at: when nothing waits for it any more, by what is reported of it.
    select
        * except (delivered_at, failures),
        case
            when ready_at is null or is_holding then null
            when given_up_at is null and delivered_at is null then {{ never() }}
            else greatest(ready_at, least(delivered_at, given_up_at))
        end as settled_at
    from reported

),

preceded as (

    -- before: up to when those before it hold it up, of those that came after as many ends.
    select
        *,
        max(case when settled_at is not null then struct(ends_before, {{ after_reports('settled_at') }} as settled_at) end)
            over before_this as before,
        row_number() over (partition by sequence_key order by epoch, release_position) = 1 as is_first_row
    from settling
    window before_this as (partition by sequence_key order by epoch, release_position rows between unbounded preceding and 1 preceding)

),

final as (

    -- floor: when it is sent at the earliest, by those before it.
    select
        * except (before),
        case
            when is_acknowledged and is_reported and before.ends_before = ends_before then greatest(ready_at, before.settled_at)
            else ready_at
        end as floor
    from preceded

)

select * from final
