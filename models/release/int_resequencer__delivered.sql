{{ config(materialized='ephemeral') }}

{#- When messages leave where deliveries or actions are followed, and what ends do to those that have not left. -#}
-- depends_on: {{ ref('int_resequencer__counting_on') }}, {{ ref('int_resequencer__courses') }}
-- depends_on: {{ ref('int_resequencer__order_groups') }}, {{ ref('int_resequencer__batch') }}
{% if has_mode('delivers') %}
with order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

courses as (

    select * from {{ ref('int_resequencer__courses') }}

),

batch as (

    select clock_us, previous, previous_clock_us from {{ ref('int_resequencer__batch') }}

),

entries as (

    -- One row per entry. waits: it is ready, and has not been sent. comes_after_end: it would stand above the highest number that had left
    -- when its epoch ended, or is a number given up, or filled, after that.
    select
        courses.*,
        courses.kind = 'message' and coalesce(courses.entry.came_at > courses.ended.moment, false) as comes_late,
        coalesce(case courses.kind
            when 'message' then courses.entry.came_at > courses.ended.moment and coalesce(courses.entry.position > courses.passed, true)
            when 'fill' then courses.passes_at >= courses.ended.moment or courses.entry.came_at > courses.ended.moment
        end, false) as comes_after_end,
        coalesce(courses.passes_or_waits and not courses.is_sent and courses.ended is null and courses.ready_at.us <= batch.clock_us, false) as waits
    from courses
    cross join batch
    where courses.entry is not null

),

judged as (

    -- is_given_up: it is held as its epoch ends, also where another has taken its place since, or it has been dropped.
    -- unused_places: those in the order of release that it was counted for, though its epoch ended before it had left.
    select
        entry.*,
        sent,
        ended,
        coalesce(passes_or_waits or coalesce(entry.replaced_at, entry.aside.removed_at) >= ended.moment, false)
        and not is_sent and ended is not null and not comes_late as is_given_up,
        comes_after_end,
        int(coalesce(
            kind = 'message' and if(entry.holds_whole, entry.is_released, entry.is_ready)
            and (is_given_up or (comes_after_end and entry.aside.ready_at is null)), false
        )) * (1 + entry.stand_ins) as unused_places,
        is_sent,
        min(case when waits then entry.position end) over (partition by sequence_key, epoch) as first_waiting,
        coalesce(passes_at < ended.moment, true) as is_before_end,
        case
            when not waits then null
            else if(exists(stops, stop -> stop.reason = 'parked'), 'parked', if(size(stops) > 0, 'suspended', 'awaiting_acknowledgement'))
        end as kept_reason,
        case when waits then coalesce(try_element_at(stops, 1).number, awaited.number) end as kept_by
    from entries

),

final as (

    -- A number that will not come is passed as all before it have been sent. leaves_at stays the moment at which a message was ready: whether
    -- others came late does not depend on deliveries. given_up_before: places of earlier epochs that nothing has left for.
    select
        judged.* except (sent, ended, is_given_up, comes_after_end, is_sent, first_waiting, is_before_end, is_released, is_ready, is_eligible, leaves_us, rejected_as, left_up_to, tail, unused_places),
        case when judged.ended.moment = judged.ends_at then judged.left_up_to end as left_up_to,
        case when judged.ended.moment = judged.ends_at then judged.tail end as tail,
        case when not (coalesce(order_groups.delivers, false) and judged.is_given_up) then judged.rejected_as end as rejected_as,
        case when order_groups.delivers and judged.is_sent then judged.sent.us else judged.leaves_us end as leaves_us,
        judged.is_ready and not (coalesce(order_groups.delivers, false) and (judged.is_given_up or judged.comes_after_end)) as is_ready,
        judged.is_eligible and not (coalesce(order_groups.delivers, false) and judged.comes_after_end) as is_eligible,
        case
            when not coalesce(order_groups.delivers, false) then judged.is_released
            when judged.kind = 'message' then judged.is_sent
            else judged.is_released and judged.is_before_end and coalesce(judged.position < judged.first_waiting, true)
        end as is_released,
        coalesce(order_groups.delivers, false) and judged.is_given_up as is_given_up,
        coalesce(max(case when judged.kind = 'state' then judged.aside.state.given_up_places end) over epochs_up_to_this, 0)
        + coalesce(sum(judged.unused_places * int(order_groups.delivers)) over epochs_before, 0) as given_up_before,
        judged.unused_places * int(coalesce(order_groups.delivers, false)) as unused_places,
        coalesce(order_groups.delivers, false) and judged.comes_after_end as comes_after_end,
        judged.ended.ended_by,
        judged.ended.moment.us as ended_us
    from judged
    left join order_groups on judged.order_group = order_groups.order_group
    window
        epochs_up_to_this as (
            partition by judged.sequence_key, judged.group_key order by judged.epoch range between unbounded preceding and current row
        ),
        epochs_before as (
            partition by judged.sequence_key, judged.group_key order by judged.epoch range between unbounded preceding and 1 preceding
        )

)
{% else %}
with leaving as (

    select * from {{ ref('int_resequencer__counting_on') }}

),

final as (

    -- Nothing is said of deliveries.
    select
        *,
        cast(null as string) as kept_reason,
        cast(null as bigint) as kept_by,
        false as is_given_up,
        cast(0 as bigint) as given_up_before,
        cast(0 as bigint) as unused_places,
        false as comes_after_end,
        cast(null as string) as ended_by,
        cast(null as bigint) as ended_us
    from leaving

)
{% endif %}

select * from final
