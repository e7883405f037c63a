{{ config(materialized='ephemeral') }}

{#- duplicates: replace. While a number waits for its turn, the newest message of it takes the place of the older. -#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with ready as (

    select * from {{ ref('int_resequencer__ready') }}

),

{% if has_mode('replaces') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

numbered as (

    -- One row per entry, with what stands in line for its number: the first message of it, which bakes.
    select
        ready.*,
        first_value(
            case
                when ready.is_in_line and ready.kind = 'message' and order_groups.replaces then struct(
                    ready.came_at, ready.ready_at, ready.release_position, ready.stand_ins, ready.reached_us,
                    coalesce(ready.aside.baking_since_us, ready.came_at.us) as baking_since_us
                )
            end
        ) ignore nulls over of_number as standing
    from ready
    left join order_groups on ready.order_group = order_groups.order_group
    window of_number as (
        partition by ready.sequence_key, ready.group_key, ready.epoch, ready.kernel, ready.position order by ready.came_at
        rows between unbounded preceding and unbounded following
    )

),

taking as (

    -- With whether it takes that place: it comes before the turn of its number, or brings that turn (by its last number).
    select
        *,
        coalesce(
            standing is not null and kind = 'message' and is_eligible and came_at >= standing.came_at
            and (standing.ready_at is null or came_at <= standing.ready_at), false
        ) as takes_place
    from numbered

),

followed as (

    -- With the newest that takes it, and the next one.
    select
        *,
        max(case when takes_place then struct(came_at, xxhash64(message.body) as body_hash) end) over of_number as newest,
        min(case when takes_place then came_at end) over behind as next_at
    from taking
    window
        of_number as (partition by sequence_key, group_key, epoch, kernel, position),
        behind as (
            partition by sequence_key, group_key, epoch, kernel, position order by came_at
            rows between 1 following and unbounded following
        )

),

final as (

    -- One row per entry. replaced_at: when the next one took its place. baking_since_us: when the first of its number came.
    select
        * except (
            is_in_line, ready_at, release_position, stand_ins, reached_us, below, standing, takes_place, newest, next_at
        ),
        case when takes_place then came_at = newest.came_at else is_in_line end as is_in_line,
        case when not takes_place then ready_at when came_at = newest.came_at then standing.ready_at end as ready_at,
        case when takes_place then standing.release_position else release_position end as release_position,
        case when not takes_place then stand_ins when came_at = newest.came_at then standing.stand_ins else 0 end as stand_ins,
        case when takes_place then standing.reached_us else reached_us end as reached_us,
        case
            when newest is not null and not takes_place then struct(position, 'message' as kind, newest.body_hash)
            else below
        end as below,
        case when takes_place then next_at when rejected_as = 'replaced' then aside.removed_at end as replaced_at,
        case when takes_place then standing.baking_since_us end as baking_since_us
    from followed

)
{% else %}
final as (

    -- One row per entry. No message takes the place of another.
    select
        *,
        cast(null as {{ row_type('moment') }}) as replaced_at,
        cast(null as bigint) as baking_since_us
    from ready

)
{% endif %}

select * from final
