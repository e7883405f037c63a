{{ config(materialized='ephemeral') }}

-- computed once
with things as (

    select * from {{ ref('int_resequencer__with_claims') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

ordered as (

    -- What is rejected, or later than the clock, stands beside all sequences. A number that counts down is read in the mirror, where
    -- ~number counts up.
    select
        things.*,
        coalesce(
            things.kind <> 'message' or (things.rejection_outlet is null and things.came_at.us <= (select batch.clock_us from batch)), false
        ) as is_ordered,
        case
            when order_groups.is_descending and things.kind in ('message', 'claim', 'left', 'fill') then ~things.number else things.number
        end as mirrored,
        order_groups.is_unique,
        order_groups.releases_repeats,
        order_groups.kernel,
        order_groups.step,
        order_groups.start_number,
        order_groups.start_position,
        -- A bake time after it came. With bake_time: auto the first moment at which the bake time in force has passed; one that becomes
        -- shorter lets it leave when it comes into force.
        {% if has_mode('auto') -%}
        case
            when order_groups.bake_periods is null or things.came_at.us is null then coalesce(things.aside.baking_since_us, things.came_at.us) + order_groups.bake_us
            else array_min(transform(
                filter(
                    order_groups.bake_periods,
                    period -> period.bake_us is not null and greatest(period.from_us, coalesce(things.aside.baking_since_us, things.came_at.us) + period.bake_us) <= period.to_us
                ),
                period -> greatest(period.from_us, coalesce(things.aside.baking_since_us, things.came_at.us) + period.bake_us)
            ))
        end as bakes_us
        {%- else -%}
        coalesce(things.aside.baking_since_us, things.came_at.us) + order_groups.bake_us as bakes_us
        {%- endif %}
    from things
    left join order_groups on things.order_group = order_groups.order_group

),

final as (

    select
        kind,
        case when is_ordered then kernel else '{{ kernels()[0] }}' end as kernel,
        case
            when is_ordered then xxhash64(order_group, group_key)
            else xxhash64(came_at.intake, came_at.place, message.message_id, message.ruleset)
        end as sequence_key,
        order_group,
        group_key,
        epoch,
        is_ordered,
        is_new,
        case when kind in ('message', 'left', 'fill', 'claim') and key_value is null then number end as sequence_number,
        {{ position_of('mirrored') }} as position,
        key_value,
        start_position,
        came_at,
        case when kind = 'message' then bakes_us end as bakes_us,
        case
            when is_unique or kind not in ('message', 'left') then ''
            when releases_repeats then concat_ws(' ', message.message_id, came_at.intake, came_at.place)
            else message.message_id
        end as dedupe_id,
        {{ "case when repeats_id then 'duplicate' end" if has_mode('unique_us') else 'cast(null as string)' }} as rejected_as,
        case
            when kind = 'state' and aside.state.last_us is not null then named_struct(
                'position', {{ position_of('aside.state.last_number') }}, 'known_at', named_struct(
                    'us', aside.state.last_us, 'ingest', aside.state.last_ingest, 'arrived_us', aside.state.last_arrived_us,
                    'intake', aside.state.last_intake, 'place', aside.state.last_place
                )
            )
        end as last,
        case
            when kind = 'range' then named_struct(
                'range_start', {{ position_of('aside.skipped.range_start') }}, 'range_end', {{ position_of('aside.skipped.range_end') }},
                'state', aside.skipped.state, 'detected_us', aside.skipped.detected_us, 'blocking_us', aside.skipped.blocking_us
            )
        end as skipped,
        rejection_outlet,
        message,
        aside
    from ordered

)

select * from final
