{{ config(materialized='ephemeral') }}

{#- The entries of a run, and beside them, by one exchange, what is followed: what is reported of messages and asked of sequences. -#}
{%- set ends = "report.what in ('terminate', 'close')" ~ (' and order_groups.linked_by is null' if has_mode('linked_by')) %}
-- computed once
with ready as (

    select * from {{ ref('int_resequencer__counting_on') }}

),

followed as (

    select * from {{ ref('int_resequencer__followed') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

things as (

    -- One row per entry, or per thing that is followed. Those about one message have its intake and place.
    select
        sequence_key,
        order_group,
        group_key,
        struct(ready.*) as entry,
        cast(null as {{ row_type('followed') }}) as followed,
        case when kind = 'message' then {{ came_as() }}.intake end as intake,
        case when kind = 'message' then {{ came_as() }}.place end as place
    from ready
    union all
    select
        sequence_key,
        order_group,
        group_key,
        null as entry,
        followed,
        followed.intake,
        followed.place
    from followed

),

gathered as (

    select * from things distribute by sequence_key

),

beside as (

    -- With what is reported of its message, how that stood before, and whether it is an entry; what is asked of its sequence; its resets.
    select
        *,
        collect_list(case when followed.kind = 'reported' then followed.report end) over of_message as told,
        first(followed.course, true) over of_message as stood,
        max(coalesce(entry.kind = 'message', false)) over of_message as is_entry,
        collect_list(case when followed.kind = 'asked' then followed.report end) over (partition by sequence_key) as actions,
        collect_list(case when entry.kind = 'state' then entry.came_at end) over (partition by sequence_key) as resets
    from gathered
    window of_message as (partition by sequence_key, intake, place)

),

final as (

    -- endings: the actions that end an epoch, of resets those that begin another. course: how a message of an earlier run has stood.
    -- reports: what counts from now on; news: what of that is heard for the first time.
    select
        beside.sequence_key,
        beside.order_group,
        beside.group_key,
        beside.entry,
        beside.followed,
        array_sort(beside.actions) as actions,
        filter(beside.actions, report -> {{ ends }} or array_contains(beside.resets, report.moment)) as endings,
        coalesce(beside.entry.kind, beside.followed.kind) as kind,
        -- What is of no epoch stands behind all; a range over epochs looks one further, so it is not the largest number.
        coalesce(beside.entry.epoch, beside.followed.epoch, 4611686018427387904) as epoch,
        coalesce(beside.entry.release_position, beside.followed.course.release_position) as release_position,
        coalesce(beside.entry.sequence_number, beside.followed.number) as number,
        beside.intake,
        beside.place,
        beside.followed.course,
        beside.stood.heard,
        case
            when beside.followed.kind = 'reported' then array(beside.followed.report)
            when size(beside.stood.waiting) > 0 and beside.stood.sent is null then array_sort(concat(beside.stood.waiting, beside.told))
            when size(beside.told) > 1 then array_sort(beside.told)
            else beside.told
        end as reports,
        {% if has_mode('expire_us') -%}
        filter(
            array_sort(beside.told),
            (report, i) -> not coalesce(array_contains(beside.stood.counted, report.fingerprint), false)
            and not coalesce(exists(beside.stood.waiting, other -> other.fingerprint = report.fingerprint), false)
            and array_position(transform(array_sort(beside.told), other -> other.fingerprint), report.fingerprint) = i + 1
        ) as news,
        {% else -%}
        cast(null as array<{{ row_type('report') }}>) as news,
        {% endif -%}
        case
            when not coalesce(beside.entry.kind in ('message', 'fill') and beside.entry.stands, false) then null
            when beside.entry.leaves_us is distinct from beside.entry.leaves_at.us then {{ moment_of_timer('beside.entry.leaves_us') }}
            when beside.entry.leaves_us is not distinct from beside.entry.leaves_at.us then {{ after_reports('beside.entry.leaves_at') }}
        end as passes_at,
        coalesce(order_groups.delivers, false) as delivers,
        coalesce(order_groups.is_reported, false) as is_reported,
        order_groups.is_acknowledged,
        order_groups.on_failure,
        order_groups.max_attempts,
        order_groups.retry_us,
        order_groups.expire_us,
        coalesce(if(order_groups.reopens, null, order_groups.alarm_us), if(order_groups.max_stand_ins > 0, order_groups.bake_us, null))
            as suspends_us
    from beside
    left join order_groups on beside.order_group = order_groups.order_group
    where
        beside.entry is not null or beside.followed.kind in ('aside', 'asked')
        or (beside.followed.kind = 'carried' and beside.stood.sent is not null)
        or (beside.followed.kind = 'reported' and not beside.is_entry and beside.stood is null)

)

select * from final
