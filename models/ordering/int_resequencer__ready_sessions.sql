{{ config(materialized='ephemeral') }}

{#-
    Dynamic sessions (session_timeout): hold everything, and release it sorted once nothing has come for so long (sliding), or so long
    after the first message (tumbling). Nothing is late: there is no threshold between sessions.
-#}
with numbered as (

    select * from {{ ref('int_resequencer__in_sessions') }}

),

ended as (

    -- With when its session ends, and whether its key (and id) came before in it.
    select
        *,
        case
            when not in_session then null
            when is_tumbling then session_starts[session - 1] + session_us
            else max(active_us) over whole_session + session_us
        end as session_end_us,
        lag(struct(position, dedupe_id)) over by_key as earlier
    from numbered
    window
        whole_session as (
            partition by sequence_key, group_key, epoch, kernel, session order by position, dedupe_id, came_at
            rows between unbounded preceding and unbounded following
        ),
        by_key as (partition by sequence_key, group_key, epoch, kernel, session order by position, dedupe_id, came_at)

),

judged as (

    -- One row per entry, with whether it is the first of its key (and id) in its session.
    select
        *,
        is_eligible and earlier is distinct from struct(position, dedupe_id) as is_first
    from ended

),

final as (

    -- A session leaves when it ends: the lowest key first, equal keys in order of arrival.
    select
        * except (
            bakes_us, height, released_before, session_us, is_tumbling, session_starts, in_session, active_us, begins, session, earlier,
            aside
        ),
        aside,
        is_first as is_first_to_come,
        false as is_late,
        cast(null as bigint) as baked_us,
        case when is_reaching then came_at.us end as reached_us,
        is_first as is_in_line,
        cast(null as struct<position: bigint, kind: string, body_hash: bigint>) as below,
        cast(null as bigint) as received_below,
        cast(null as {{ row_type('skipped_range') }}) as cover,
        case
            when aside.ready_at is not null then aside.ready_at
            when is_first then {{ moment_of_timer('session_end_us') }}
        end as ready_at,
        cast(null as {{ row_type('moment') }}) as ready_below,
        cast(null as {{ row_type('suspension') }}) as suspension,
        cast(0 as bigint) as stand_ins,
        row_number() over by_number = 1 and is_ordered as is_anchor,
        coalesce(aside.release_position, released_before + count(case when is_first then 1 end) over in_order) as release_position,
        false as is_at_threshold,
        cast(null as {{ row_type('moment') }}) as claimed_at,
        false as is_claimed
    from judged
    window
        by_number as (partition by sequence_key, group_key, epoch, kernel order by session, position, came_at),
        in_order as (
            partition by sequence_key, group_key, epoch, kernel order by session, position, came_at
            rows between unbounded preceding and current row
        )

)

select * from final
