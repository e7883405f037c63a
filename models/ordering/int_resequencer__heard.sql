{{ config(materialized='ephemeral') }}

{#-
    What has been heard of sequences that begin again after a silence (reopen with expire_after), besides arrivals. It is needed before
    they are ordered, so it counts what is said of any message of the sequence, in line or not.
-#}
-- depends_on: {{ ref('int_resequencer__followed') }}, {{ ref('int_resequencer__entries') }}, {{ ref('int_resequencer__order_groups') }}
{% if has_mode('expire_us') and has_mode('reopens') and has_inputs() %}
with followed as (

    select * from {{ ref('int_resequencer__followed') }}

),

entries as (

    select * from {{ ref('int_resequencer__entries') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}
    where reopens and expire_us is not null

),

asked as (

    -- One row per sequence that operators act on.
    select
        sequence_key,
        array_sort(collect_list(followed.followed.report)) as actions
    from followed
    where followed.followed.kind = 'asked'
    group by sequence_key

),

messages as (

    -- One row per message of which something is reported, or that an earlier run has followed.
    select
        followed.sequence_key,
        first(entries.order_group, true) as order_group_of_entry,
        first(case when followed.followed.kind = 'carried' then followed.order_group end, true) as order_group_before,
        coalesce(first(entries.sequence_number, true), first(followed.followed.number, true)) as number,
        named_struct('came_at', first(entries.came_at, true), 'stands', true) as entry,
        array_sort(collect_list(followed.followed.report)) as reports,
        first(followed.followed.course, true) as stood
    from followed
    left join entries
        on
            entries.kind = 'message'
            and followed.followed.intake = entries.came_at.intake
            and followed.followed.place = entries.came_at.place
            and followed.sequence_key = entries.sequence_key
    where followed.followed.kind in ('reported', 'carried')
    group by followed.sequence_key, followed.followed.intake, followed.followed.place

),

told as (

    -- With what of that is heard for the first time, and the actions.
    select
        messages.sequence_key,
        messages.number,
        messages.entry,
        messages.stood.heard,
        'carried' as kind,
        coalesce(asked.actions, cast(array() as array<{{ row_type('report') }}>)) as actions,
        filter(
            messages.reports,
            (report, i) -> not coalesce(array_contains(messages.stood.counted, report.fingerprint), false)
            and not coalesce(exists(messages.stood.waiting, other -> other.fingerprint = report.fingerprint), false)
            and array_position(transform(messages.reports, other -> other.fingerprint), report.fingerprint) = i + 1
        ) as news,
        order_groups.expire_us,
        order_groups.on_failure,
        order_groups.max_attempts
    from messages
    inner join order_groups on coalesce(messages.order_group_of_entry, messages.order_group_before) = order_groups.order_group
    left join asked on messages.sequence_key = asked.sequence_key

),

said as (

    select
        sequence_key,
        {{ heard_by_the_clock() }} as said
    from told

),

final as (

    -- One row per sequence. moments: when something was said of a message, or asked; failing: while a failure is unsettled.
    select
        coalesce(said.sequence_key, asked.sequence_key) as sequence_key,
        array_distinct(concat(
            coalesce(flatten(collect_list(said.said.active)), array()),
            coalesce(transform(first(asked.actions, true), report -> report.at_us), array())
        )) as moments,
        collect_list(
            case when said.said.failing_from is not null then struct(said.said.failing_from, said.said.failing_until) end
        ) as failing
    from said
    full outer join asked on said.sequence_key = asked.sequence_key
    group by coalesce(said.sequence_key, asked.sequence_key)

)
{% else %}
with final as (

    -- No sequence begins again after a silence that something besides arrivals could end.
    select
        cast(null as bigint) as sequence_key,
        cast(null as array<bigint>) as moments,
        cast(null as array<struct<failing_from: bigint, failing_until: bigint>>) as failing
    where false

)
{% endif %}

select * from final
