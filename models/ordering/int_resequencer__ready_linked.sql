{{ config(materialized='ephemeral') }}

{#- Messages that say themselves what they follow (span_to, previous): what the fold has told of them. -#}
-- depends_on: {{ ref('int_resequencer__starting') }}, {{ ref('int_resequencer__linked') }}, {{ ref('int_resequencer__batch') }}
{% if has_mode('linked_by') %}
with entries as (

    select * from {{ ref('int_resequencer__starting') }}
    where kernel = 'linked'

),

linked as (

    select * from {{ ref('int_resequencer__linked') }}

),

batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

told as (

    select
        sequence_key,
        epoch,
        one.*
    from linked
        lateral view explode(found.told) told_ as one

),

found as (

    -- One row per entry. What has been given up by the clock stands beside one of them.
    select
        entries.* except (skipped, bakes_us, height, released_before),
        told.ready_at as told_ready_at, told.reason, told.settles, told.was_held,
        coalesce(entries.released_before, 0) as released_before,
        entries.is_ordered and row_number() over by_position = 1 as is_anchor,
        linked.found.by_clock,
        entries.is_eligible and entries.kind = 'message' and entries.aside.ready_at is null and told.reason is null as is_in_line
    from entries
    left join linked
        on entries.is_ordered and entries.sequence_key = linked.sequence_key and entries.epoch = linked.epoch
    left join told
        on
            entries.kind = 'message' and entries.is_eligible
            and entries.sequence_key = told.sequence_key and entries.epoch = told.epoch and entries.came_at = told.came_at
    window by_position as (
        partition by entries.sequence_key, entries.group_key, entries.epoch order by entries.position, entries.came_at
    )

),

timed as (

    select
        *,
        coalesce(aside.ready_at, told_ready_at) as ready_at,
        max(case when kind = 'state' or told_ready_at.us <= (select batch.clock_us from batch) then position end)
            over (partition by sequence_key, group_key, epoch) as turn,
        is_in_line and coalesce(told_ready_at.us > (select batch.clock_us from batch), true)
        and coalesce(position <= last.position, true) as waits
    from found

),

covering as (

    -- With how many numbers it covers that nothing below it does, of what waits.
    select
        *,
        case
            when waits then greatest(position - greatest(
                try_subtract(aside.link.first, 1), turn,
                max(case when waits then position end) over (
                    partition by sequence_key, group_key, epoch order by aside.link.first, came_at
                    rows between unbounded preceding and 1 preceding
                )
            ), 0)
        end as covers
    from timed

),

final as (

    select
        * except (told_ready_at, reason, settles, was_held, by_clock, turn, waits, covers, released_before, aside),
        is_in_line or coalesce(reason = 'late', false) as is_first,
        is_in_line as is_first_to_come,
        case when is_in_line then came_at.us end as reached_us,
        coalesce(
            aside.release_position,
            released_before + count(case when told_ready_at is not null then 1 end) over (
                partition by sequence_key, group_key, epoch order by position, came_at rows between unbounded preceding and current row
            )
        ) as release_position,
        -- What only other kernels know.
        false as is_late, false as is_at_threshold, false as is_claimed, cast(0 as bigint) as stand_ins,
        cast(null as bigint) as baked_us, cast(null as bigint) as received_below, cast(null as {{ row_type('suspension') }}) as suspension,
        cast(null as bigint) as session_end_us, cast(null as struct<position: bigint, kind: string, body_hash: bigint>) as below,
        cast(null as {{ row_type('skipped_range') }}) as skipped, cast(null as {{ row_type('skipped_range') }}) as cover,
        cast(null as {{ row_type('moment') }}) as ready_below, cast(null as {{ row_type('moment') }}) as claimed_at,
        case
            when kind = 'message' or is_anchor then {{ aside_with(link=row_with('aside.link', row_fields().link,
                reason='reason', settles='settles', covers='covers', was_held='was_held', ranges='case when is_anchor then by_clock end'
            )) }}
            else aside
        end as aside
    from covering

)
{% else %}
{{ no_sequences() }}
{% endif %}

select * from final
