{{ config(materialized='ephemeral') }}

{#-
    Gaps that are stood in for (on_gap: stand_in), and those too large for it: what is above them waits, in this run and in all later
    ones, until what is missing there has come. The first message of each number is in line there, and nothing of it is late.
-#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}, {{ ref('int_resequencer__batch') }}
with timely as (

    select * from {{ ref('int_resequencer__timely') }}

),

{% if has_mode('max_stand_ins') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

neighbours as (

    -- One row per entry; of what stands in line, with the first number that is missing below it.
    select
        timely.*,
        order_groups.max_stand_ins,
        max(case when timely.kind = 'state' then {{ suspension_of('timely.aside.state', 'order_groups') }} end) over whole_sequence as suspended_before,
        coalesce(
            last(case when timely.is_in_line or timely.aside.ready_at is not null then timely.position end) ignore nulls over before_this + 1,
            max(case when timely.kind = 'state' then {{ position_of('timely.aside.state.left_threshold', 'order_groups.step') }} end) over whole_sequence + 1,
            timely.start_position
        ) as gap_start
    from timely
    left join order_groups on timely.order_group = order_groups.order_group
    window
        before_this as (
            partition by timely.sequence_key, timely.group_key, timely.epoch, timely.kernel order by timely.position, timely.came_at
            rows between unbounded preceding and 1 preceding
        ),
        whole_sequence as (
            partition by timely.sequence_key, timely.group_key, timely.epoch, timely.kernel order by timely.position, timely.came_at
            rows between unbounded preceding and unbounded following
        )

),

gaps as (

    -- With how many numbers are missing there.
    select
        *,
        case
            when (is_in_line or aside.ready_at is not null) and max_stand_ins is not null then cast(position as decimal(20, 0)) - gap_start
        end as gap_width
    from neighbours

),

suspending as (

    -- With the gap from which on the sequence waits: one too large that has baked.
    select
        *,
        min(
            case
                when gap_width > max_stand_ins and baked_us <= (select batch.clock_us from batch)
                    then struct(gap_start as from_position, position as below_position)
            end
        ) over whole_sequence as suspends
    from gaps
    window whole_sequence as (partition by sequence_key, group_key, epoch, kernel)

),

final as (

    select
        * except (
            is_in_line, is_late, baked_us, max_stand_ins, suspended_before, gap_start, gap_width, suspends
        ),
        is_in_line or coalesce(is_first and position >= suspends.from_position, false) as is_in_line,
        is_late and not coalesce(position >= suspends.from_position, false) as is_late,
        -- What goes on from below the gap is free.
        case when not coalesce(position >= coalesce(suspended_before, suspends).from_position, false) then baked_us end as baked_us,
        coalesce(suspended_before, suspends) as suspension,
        case when kind = 'message' and gap_width between 1 and max_stand_ins and not coalesce(position >= suspends.from_position, false) then cast(gap_width as bigint) else 0 end as stand_ins
    from suspending

)
{% else %}
final as (

    select
        *,
        cast(null as {{ row_type('suspension') }}) as suspension,
        cast(0 as bigint) as stand_ins
    from timely

)
{% endif %}

select * from final
