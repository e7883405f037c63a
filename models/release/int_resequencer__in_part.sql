{{ config(materialized='ephemeral') }}

{#-
    partial_after: what is held as a whole leaves so long after the first arrival of its epoch, as far as it has come, and the epoch ends.
    Gaps up to a last number that is known by then are skipped. What arrives from then on is behind the end.
-#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}, {{ ref('int_resequencer__batch') }}
with held as (

    select * from {{ ref('int_resequencer__held_whole') }}

),

{% if has_mode('partial_us') %}
order_groups as (

    select order_group, partial_us as after_us from {{ ref('int_resequencer__order_groups') }}

),

batch as (

    select clock_us from {{ ref('int_resequencer__batch') }}

),

timed as (

    -- With when its epoch ends in part, unless it has ended before (ends_at: or left as a whole).
    select
        held.*,
        case
            when max(case when held.kind = 'state' then held.aside.state.closed_us end) over whole_epoch is null then coalesce(
                max(case when held.kind = 'state' then held.aside.state.first_us end) over whole_epoch,
                min(case when held.kind = 'message' and held.is_ordered then held.came_at.us end) over whole_epoch
            ) + order_groups.after_us
        end as partial_us,
        min(case when held.holds_whole then held.leaves_at end) over whole_epoch as whole_at
    from held
    left join order_groups on held.order_group = order_groups.order_group
    window whole_epoch as (partition by held.sequence_key, held.group_key, held.epoch)

),

ending as (

    select
        * except (partial_us, whole_at),
        case when coalesce(whole_at >= {{ moment_of_timer('partial_us') }}, true) then {{ moment_of_timer('partial_us') }} end as ends_at
    from timed

),

leaving as (

    -- leaves_in_part: it has come by then, and below any last number that was known. is_behind: it came from then on.
    select
        *,
        kind in ('message', 'fill') and (is_in_line or aside.ready_at is not null)
        and coalesce(came_at < ends_at and (last is null or position <= last.position or last.known_at >= ends_at), false) as leaves_in_part,
        kind in ('message', 'fill') and coalesce(came_at >= ends_at, false) as is_behind
    from ending

),

passing as (

    -- left_up_to: the highest number that has left or is skipped then.
    select
        *,
        greatest(max(case when leaves_in_part then position end) over whole_epoch, threshold, case when last.known_at < ends_at then last.position end)
            as passed,
        coalesce(max(case when kind = 'state' then aside.state.last_position end) over whole_epoch, 0)
        + coalesce(sum(case when leaves_in_part and kind = 'message' then 1 end) over up_to_here, 0) as place_in_part
    from leaving
    window
        whole_epoch as (partition by sequence_key, group_key, epoch),
        up_to_here as (
            partition by sequence_key, group_key, epoch order by position, came_at
            rows between unbounded preceding and current row
        )

),

received as (

    select
        *,
        greatest(max(case when is_first and position <= passed then position end) over whole_epoch, threshold) as received_up_to
    from passing
    window whole_epoch as (partition by sequence_key, group_key, epoch)

),

final as (

    -- left_up_to and tail (what is missing above the highest that has come) stand once an epoch.
    select
        * except (
            leaves_in_part, is_behind, passed, place_in_part, received_up_to, is_in_line, is_late, ready_at, leaves_at, ready_below, release_position
        ),
        is_in_line and not is_behind as is_in_line,
        is_late or coalesce(is_behind and is_first and position <= passed, false) as is_late,
        case when is_behind then null when leaves_in_part then least(ready_at, ends_at) else ready_at end as ready_at,
        case when is_behind then null when leaves_in_part then ends_at else leaves_at end as leaves_at,
        case when is_behind then ends_at else ready_below end as ready_below,
        case when leaves_in_part then place_in_part else release_position end as release_position,
        case when is_anchor and ends_at.us <= (select batch.clock_us from batch) then passed end as left_up_to,
        case when is_anchor and last.known_at < ends_at and coalesce(last.position > received_up_to, last.position >= start_position) then named_struct(
            'range_start', coalesce(try_add(received_up_to, 1), start_position), 'range_end', last.position, 'state', 'skipped',
            'detected_us', last.known_at.us, 'blocking_us', cast(null as bigint)
        ) end as tail
    from received

)
{% else %}
final as (

    -- One row per entry. Nothing leaves in part.
    select
        *,
        cast(null as {{ row_type('moment') }}) as ends_at,
        cast(null as bigint) as left_up_to,
        cast(null as {{ row_type('skipped_range') }}) as tail
    from held

)
{% endif %}

select * from final
