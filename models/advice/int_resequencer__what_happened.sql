{{ config(enabled=settings().python_models and settings().advice) }}

{%- set stretch = ['true'] -%}
{%- for bound, side in {'what_if_from': '>=', 'what_if_to': '<='}.items() if settings()[bound] is not none -%}
    {%- do stretch.append('effective_arrived_at ' ~ side ~ ' ' ~ as_utc_timestamp(sql_text(settings()[bound]))) -%}
{%- endfor -%}
{%- set end = as_utc_timestamp(sql_text(settings().what_if_to)) if settings().what_if_to is not none else none -%}

with ledger as (

    -- The messages that were to be ordered, of the stretch of history that what-if is about.
    select * from {{ ref('resequencer__ledger') }}
    where
        (
            (disposition = 'released' and not coalesce(is_stand_in, false))
            or (disposition = 'bypass' and reason <> 'preferred_outlink')
            or (disposition = 'failure' and reason in ('last_conflict', 'expired'))
            or (disposition = 'pending' and rejection_outlet is null and batch_group = {{ newest_batch_number() }})
        )
        and {{ stretch | join(' and ') }}

),

closures as (

    select * from {{ ref('resequencer__sequence_closure') }}

),

messages as (

    -- When each message left; null: it is held. What failed as expired was held until its sequence was ended.
    select
        ledger.ruleset,
        ledger.disposition,
        ledger.reason,
        ledger.arrived_at,
        ledger.effective_arrived_at,
        case
            when ledger.disposition = 'released' then ledger.settled_at
            when ledger.reason = 'expired' then coalesce(closures.closed_at, ledger.effective_arrived_at)
            when ledger.disposition <> 'pending' then ledger.effective_arrived_at
        end as left_at
    from ledger
    left join closures
        on
            ledger.order_group = closures.ruleset
            and ledger.sequence_id = closures.sequence_id
            and ledger.epoch = closures.epoch

),

by_the_end as (

    -- The same by the end of the stretch: what left after it was held then.
    select
        * except (disposition),
        case when {{ 'left_at > ' ~ end if end is not none else 'false' }} then 'pending' else disposition end as disposition
    from messages

),

counted as (

    -- One row is one ruleset.
    select
        ruleset,
        count_if(disposition = 'released') as released_count,
        count_if(disposition = 'bypass' and reason = 'late') as late_count,
        count_if(disposition = 'bypass' and reason in ('duplicate', 'conflicting_duplicate')) as duplicate_count,
        count_if(disposition = 'bypass' and reason not in ('late', 'duplicate', 'conflicting_duplicate')) as bypassed_count,
        count_if(disposition = 'failure') as failed_count,
        count_if(disposition = 'pending') as pending_count,
        sum(
            case
                when disposition = 'released' then (unix_micros(left_at) - unix_micros(effective_arrived_at)) div 1000
            end
        ) as total_wait_ms,
        count_if(effective_arrived_at > arrived_at) as landed_late_count
    from by_the_end
    group by ruleset

),

changes as (

    -- By ruleset and moment, how many more messages are held from then on.
    select
        held.ruleset,
        changed.moment,
        sum(changed.held_more) as held_more
    from messages as held
        lateral view inline(array(
            struct(effective_arrived_at as moment, 1 as held_more), struct(left_at as moment, -1 as held_more)
        )) changed
    where
        changed.moment is not null
        and held.reason is distinct from 'after_clock'
    group by held.ruleset, changed.moment

),

buffered as (

    select
        ruleset,
        sum(held_more) over (partition by ruleset order by moment) as held_count
    from changes

),

largest as (

    select
        ruleset,
        max(held_count) as max_buffered
    from buffered
    group by ruleset

),

final as (

    select
        counted.*,
        largest.max_buffered
    from counted
    left join largest on counted.ruleset = largest.ruleset

)

select * from final
