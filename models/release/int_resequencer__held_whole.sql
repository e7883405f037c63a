{{ config(materialized='ephemeral') }}

{#- Sequences that leave as a whole (hold: whole_sequence): once the last number is known and ready. -#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with ready as (

    select * from {{ ref('int_resequencer__replaced') }}

),

{% if has_mode('holds_whole') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

ending as (

    -- One row per entry, with when its last number is ready; of a number, with the message of it that is held.
    select
        ready.*,
        coalesce(order_groups.holds_whole, false) as holds_whole,
        min(case when (ready.is_in_line or ready.aside.ready_at is not null) and ready.position >= ready.last.position then ready.ready_at end)
            over whole_sequence as last_ready_at,
        coalesce(max(case when ready.kind = 'state' then ready.aside.state.last_position end) over whole_sequence, 0)
        + coalesce(sum(case when ready.ready_at is not null and ready.kind = 'message' then 1 + ready.stand_ins end) over up_to_here, 0) as whole_position,
        last(
            case
                when ready.is_in_line or ready.aside.ready_at is not null
                    then struct(ready.position, ready.kind, case when ready.kind = 'message' then xxhash64(ready.message.body) end as body_hash)
            end
        ) ignore nulls over before_this as held_below
    from ready
    left join order_groups on ready.order_group = order_groups.order_group
    window
        whole_sequence as (
            partition by ready.sequence_key, ready.group_key, ready.epoch order by ready.position, ready.came_at
            rows between unbounded preceding and unbounded following
        ),
        up_to_here as (
            partition by ready.sequence_key, ready.group_key, ready.epoch order by ready.position, ready.came_at
            rows between unbounded preceding and current row
        ),
        before_this as (
            partition by ready.sequence_key, ready.group_key, ready.epoch order by ready.position, ready.came_at
            rows between unbounded preceding and 1 preceding
        )

),

whole as (

    -- One row per entry, with when its sequence leaves. What was ready in an earlier run may still wait for a tick, and may not leave
    -- earlier than in one run.
    select
        *,
        case
            when last is null then null
            when threshold >= last.position or last_ready_at is not null then greatest(last_ready_at, last.known_at)
        end as whole_at
    from ending

),

final as (

    -- One row per entry. leaves_at: of what is held as a whole, when its sequence leaves; of all else, when it is ready.
    select
        * except (last_ready_at, whole_at, whole_position, release_position, below, ready_below, held_below),
        case when holds_whole then whole_position else release_position end as release_position,
        case when holds_whole then held_below else below end as below,
        case when holds_whole then whole_at else ready_below end as ready_below,
        case when not holds_whole then ready_at when ready_at is not null then whole_at end as leaves_at
    from whole

)
{% else %}
final as (

    -- One row per entry. No sequence is held as a whole.
    select
        *,
        false as holds_whole,
        ready_at as leaves_at
    from ready

)
{% endif %}

select * from final
