with held as (

    -- One row per message held. A message later than the clock is not there yet.
    select * from {{ with_contents(ref('resequencer__ledger')) }}
    where disposition = 'pending' and reason <> 'after_clock' and batch_group = {{ newest_batch_number() }}

),

rulesets as (

    {{ rulesets_relation() }}

),

ranked as (

    -- Each held message with its age rank within its ruleset.
    select
        *,
        row_number() over (partition by ruleset order by effective_arrived_at asc, intake asc, place asc) as age_rank
    from held

),

shown as (

    -- The oldest of each ruleset, with the properties that may be shown.
    select
        *,
        case
            when age_rank <= 10 then named_struct(
                'age_rank', age_rank, 'message_id', message_id, 'properties', {{ shown_properties() }}
            )
        end as summary
    from ranked

),

counted as (

    -- One row per ruleset that holds something.
    select
        ruleset,
        count(*) as pending_count,
        min(effective_arrived_at) as oldest_held_at,
        to_json(
            transform(
                array_sort(collect_list(summary), (one, other) -> cast(one.age_rank - other.age_rank as int)),
                message -> struct(message.message_id, message.properties)
            )
        ) as summary
    from shown
    group by ruleset

),

final as (

    -- A ruleset that is gone from the settings is there as long as it holds something.
    select
        coalesce(rulesets.ruleset, counted.ruleset) as ruleset,
        coalesce(counted.pending_count, 0) as pending_count,
        counted.oldest_held_at,
        counted.summary
    from rulesets
    full outer join counted on rulesets.ruleset = counted.ruleset

)

select * from final
