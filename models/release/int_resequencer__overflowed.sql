{{ config(materialized='ephemeral') }}

{#-
    Room (session_size): at most so many of a sequence are held at the end of a run. on_overflow: release (the lowest leave until the
    rest fits, and with the last of them what follows it without a gap), bypass (the newest that came in this run), fail (the run stops).
    Judged at each run's clock, so it depends on when runs are.
-#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}, {{ ref('int_resequencer__batch') }}
with leaving as (

    select * from {{ ref('int_resequencer__leaving') }}

),

{% if has_mode('session_size') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

held as (

    -- One row per entry, with whether it is held.
    select
        leaving.*,
        order_groups.session_size,
        order_groups.on_overflow,
        order_groups.heartbeat_us,
        leaving.kind = 'message' and leaving.stands and not leaving.is_released and not leaving.is_ready as is_held
    from leaving
    left join order_groups on leaving.order_group = order_groups.order_group

),

counted as (

    -- One row per entry, with how many are held in its sequence and epoch, up to it, and of this run behind it.
    select
        *,
        (count(case when is_held then 1 end) over whole_sequence) - session_size as overflowing,
        count(case when is_held then 1 end) over up_to_here as held_so_far,
        count(case when is_held and is_new then 1 end) over newest_first as newer_held,
        -- What leaves together: of numbers without gaps an island, of other keys equal ones.
        case kernel when 'contiguous' then position - (count(case when is_in_line then 1 end) over up_to_here - 1) when 'sorted' then position end as together
    from held
    window
        whole_sequence as (partition by sequence_key, group_key, epoch),
        up_to_here as (
            partition by sequence_key, group_key, epoch order by session_end_us, position, came_at
            rows between unbounded preceding and current row
        ),
        newest_first as (partition by sequence_key, group_key, epoch order by came_at desc rows between unbounded preceding and 1 preceding)

),

reaching as (

    -- One row per entry, with the last of what leaves together: what belongs to it leaves as well.
    select
        *,
        max(case when is_held and held_so_far <= overflowing then together end) over whole_sequence as leaves_up_to
    from counted
    window whole_sequence as (partition by sequence_key, group_key, epoch)

),

overflowing as (

    -- One row per entry, with whether it leaves for want of room. A group without session_size overflows by null.
    select
        *,
        is_held and coalesce(overflowing > 0, false) and coalesce(case
            when on_overflow = 'bypass' then is_new and newer_held < overflowing
            else held_so_far <= overflowing or together <= leaves_up_to
        end, false) as overflows
    from reaching

),

final as (

    -- One row per entry. What overflows with on_overflow: release is ready at the clock, and leaves then, or at the next tick.
    select
        * except (
            leaves_at, ready_at, leaves_us, is_ready, is_released, stands, session_size, heartbeat_us, is_held, overflowing, held_so_far, newer_held, together, leaves_up_to, overflows, on_overflow
        ),
        case
            when not overflows then null
            when on_overflow = 'fail' then raise_error(concat(
                'resequencer__rulesets ', message.ruleset, '.session_size is ', session_size, ', but of the group "', group_key, '" ', session_size + overflowing,
                ' messages would be held. The run stops because on_overflow is fail. ',
                'Set a larger session_size, or on_overflow: release or bypass.'
            ))
            else on_overflow
        end as overflow,
        case when overflows and on_overflow = 'release' then {{ moment_after('(select batch.clock_us from batch)') }} else ready_at end as ready_at,
        case when overflows and on_overflow = 'release' then {{ moment_after('(select batch.clock_us from batch)') }} else leaves_at end as leaves_at,
        case when overflows and on_overflow = 'release'
            then (select batch.clock_us from batch) + coalesce(pmod(-(select batch.clock_us from batch), heartbeat_us), 0)
            else leaves_us
        end as leaves_us,
        is_ready or (overflows and on_overflow = 'release') as is_ready,
        is_released or (overflows and on_overflow = 'release' and coalesce(pmod(-(select batch.clock_us from batch), heartbeat_us), 0) = 0) as is_released,
        stands and not (overflows and on_overflow = 'bypass') as stands
    from overflowing

)
{% else %}
final as (

    select
        *,
        cast(null as string) as overflow
    from leaving

)
{% endif %}

select * from final
