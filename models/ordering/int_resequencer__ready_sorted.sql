{{ config(materialized='ephemeral') }}

{#- Keys of which only the order is known: each message waits for its own bake time. -#}
with compared as (

    select * from {{ ref('int_resequencer__sorted_above') }}

),

standing as (

    -- Whether a message comes at the threshold: the state remembers the ids of those that were ready there, and not yet ready itself.
    select
        * except (bakes_us, above_baked_at, height, earlier, threshold_ids),
        is_eligible and earlier is distinct from struct(position, dedupe_id) as is_first,
        coalesce(above_baked_at < came_at, false) as is_below_baked,
        is_eligible and coalesce(position = threshold, false) and aside.ready_at is null
        and not coalesce(array_contains(threshold_ids, dedupe_id), false) as is_at_threshold
    from compared

),

judged as (

    -- late(k)  <=>  min{ bakes_j : k_j > k }  <  came(k); where nothing bakes (T = 0), also behind another message of its key.
    select
        * except (first_at_key, is_below_baked, bakes_at),
        is_eligible and case
            when position < threshold then false
            when is_below_baked then true
            when bakes_at is distinct from came_at then false
            when position = threshold then is_at_threshold
            else coalesce(first_at_key.came_at < came_at and first_at_key.dedupe_id <> dedupe_id, false)
        end as is_late
    from standing

),

in_line as (

    -- One row per entry, with whether it is in line.
    select
        *,
        is_first and not is_late and (is_at_threshold or coalesce(position > threshold, true)) as is_in_line
    from judged

),

timed as (

    -- ready(k)  =  max( min{ bakes_j : k_j >= k }, came(k) ); at the threshold, and below a claim that came before, on arrival.
    select
        *,
        case
            when aside.ready_at is not null then aside.ready_at
            when not is_in_line then null
            when is_at_threshold or claimed_at < came_at then came_at
            when baked_us is not null then greatest({{ moment_of_timer('baked_us') }}, came_at)
        end as ready_at
    from in_line

),

claimed as (

    -- A claim takes what is held with its key or a lower one. A timer due at that very moment comes first.
    select
        *,
        coalesce(is_in_line and claimed_at > came_at and (ready_at is null or claimed_at.us < ready_at.us), false) as is_claimed
    from timed

),

final as (

    select
        * except (claims_at, claimed_above_at, released_before),
        is_first as is_first_to_come,
        cast(null as struct<position: bigint, kind: string, body_hash: bigint>) as below,
        last(case when is_in_line and not is_claimed then position end) ignore nulls over before_this as received_below,
        cast(null as {{ row_type('skipped_range') }}) as cover,
        cast(null as {{ row_type('moment') }}) as ready_below,
        cast(null as {{ row_type('suspension') }}) as suspension,
        cast(0 as bigint) as stand_ins,
        row_number() over by_number = 1 and is_ordered as is_anchor,
        coalesce(
            aside.release_position,
            released_before + count(case when is_in_line and not is_claimed then 1 end) over up_to_here
        ) as release_position,
        cast(null as bigint) as session_end_us
    from claimed
    window
        by_number as (partition by sequence_key, group_key, epoch, kernel order by position, came_at),
        up_to_here as (
            partition by sequence_key, group_key, epoch, kernel order by position, came_at
            rows between unbounded preceding and current row
        ),
        before_this as (
            partition by sequence_key, group_key, epoch, kernel order by position, came_at
            rows between unbounded preceding and 1 preceding
        )

)

select * from final
