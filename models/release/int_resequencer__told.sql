{{ config(materialized='ephemeral') }}

{#-
    The entries of a run, and beside them what is followed without being one: of each message what is reported, of each sequence what
    operators ask. They come together by one exchange, and are not joined: what is reported lies beside its message.
-#}
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

    -- One row per entry, or per thing that is followed.
    select
        sequence_key,
        order_group,
        group_key,
        struct(ready.*) as entry,
        cast(null as {{ followed_type() }}) as followed,
        case when kind = 'message' then came_at.intake end as intake,
        case when kind = 'message' then came_at.place end as place
    from ready
    union all
    select
        sequence_key, order_group, group_key, null, followed,
        case when followed.kind <> 'asked' then followed.intake end, case when followed.kind <> 'asked' then followed.place end
    from followed

),

gathered as (

    select * from things
    distribute by sequence_key

),

beside as (

    -- With what is reported of its message; whether that is an entry.
    select
        *,
        max(case when followed.kind in ('reported', 'carried') then struct(followed.course, followed.reports) end) over of_message as told,
        max(coalesce(entry.kind = 'message', false)) over of_message as is_entry
    from gathered
    window of_message as (partition by sequence_key, intake, place)

),

asked as (

    select
        *,
        coalesce(
            first(case when followed.kind = 'asked' then followed.reports end, true) over (partition by sequence_key), cast(array() as array<{{ report_type() }}>)
        ) as actions
    from beside

),

final as (

    -- course: how a message of an earlier run has stood. reports: what counts from now on, news: what of that is heard for the first time.
    select
        asked.sequence_key,
        asked.order_group,
        asked.group_key,
        asked.entry,
        asked.followed,
        asked.actions,
        coalesce(asked.entry.kind, asked.followed.kind) as kind,
        coalesce(asked.entry.epoch, asked.followed.epoch) as epoch,
        coalesce(asked.entry.release_position, asked.followed.course.turn) as turn,
        coalesce(asked.entry.sequence_number, asked.followed.number) as number,
        asked.intake,
        asked.place,
        asked.followed.course,
        asked.told.course.heard as heard,
        case
            when asked.followed.course is null
                then concat(coalesce(asked.told.course.waiting, array()), coalesce(asked.told.reports, array()))
            else asked.followed.reports
        end as reports,
        {{ news_of('asked.told') }} as news,
        case
            when asked.entry.kind in ('message', 'fill') and asked.entry.stands
                then case
                    when asked.entry.leaves_us is distinct from asked.entry.leaves_at.us then {{ moment_of_timer('asked.entry.leaves_us') }}
                    else {{ after_reports('asked.entry.leaves_at') }}
                end
        end as passes_at,
        coalesce(order_groups.is_reported, false) as is_reported,
        order_groups.is_acknowledged,
        order_groups.on_failure,
        order_groups.max_attempts,
        order_groups.retry_us,
        order_groups.expire_us
    from asked
    left join order_groups on asked.order_group = order_groups.order_group
    where asked.entry is not null or asked.followed.kind <> 'reported' or not asked.is_entry

)

select * from final
