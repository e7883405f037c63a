{{ config(materialized='ephemeral') }}

{#-
    Sequences that begin with the smallest number that has come some time after the first arrival (start_after). Until then nothing bakes; at that
    moment that number has baked, and so has what would have until then. The rest is as with any bake time.
-#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}, {{ ref('int_resequencer__batch') }}
with admitted as (

    select * from {{ ref('int_resequencer__admitted') }}

),

{% if has_mode('start_after_us') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

waiting as (

    -- One row per entry; of a message whose sequence has not begun, with when it would begin by it. One that a lower last number turns away
    -- before that does not count.
    select
        admitted.*,
        case
            when admitted.last is null or admitted.position <= admitted.last.position
                or admitted.came_at.us + order_groups.start_after_us <= admitted.last.known_at.us
                then admitted.came_at.us + order_groups.start_after_us
        end as starts_us,
        admitted.is_eligible and admitted.kind = 'message' and admitted.threshold is null and admitted.start_position is null
        and order_groups.start_after_us is not null as waits_for_start
    from admitted
    left join order_groups on admitted.order_group = order_groups.order_group

),

timed as (

    -- With when its sequence begins, and by which arrival.
    select
        * except (starts_us),
        min(case when waits_for_start and starts_us is not null then struct(starts_us as us, came_at) end) over whole_sequence as starts
    from waiting
    window
        whole_sequence as (
            partition by sequence_key, group_key, epoch, kernel order by height desc nulls first, dedupe_id asc, came_at asc
            rows between unbounded preceding and unbounded following
        )

),

numbered as (

    -- With the smallest number that has come by then. Without a time to wait (0s) that is the first one.
    select
        *,
        min(case when waits_for_start and (came_at.us < starts.us or came_at = starts.came_at) then position end) over whole_sequence as begins_at
    from timed
    window
        whole_sequence as (
            partition by sequence_key, group_key, epoch, kernel order by height desc nulls first, dedupe_id asc, came_at asc
            rows between unbounded preceding and unbounded following
        )

),

baking as (

    select
        * except (bakes_us),
        case
            when not waits_for_start or starts is null then bakes_us
            when position = begins_at then starts.us
            when bakes_us is not null then greatest(bakes_us, starts.us)
        end as bakes_us
    from numbered

),

final as (

    -- One row per entry. What is above the last number still bakes nothing, unless it had baked before that was known; and where no number
    -- has begun the sequence, none is missing.
    select
        * except (bakes_us, is_reaching, waits_for_start, starts, begins_at),
        case when not waits_for_start or last is null or position <= last.position or bakes_us <= last.known_at.us then bakes_us end as bakes_us,
        is_reaching and not coalesce(waits_for_start and starts.us > (select batch.clock_us from batch), false) as is_reaching
    from baking

)
{% else %}
final as (

    select * from admitted

)
{% endif %}

select * from final
