{{ config(materialized='ephemeral') }}

{#- What the fold of int_resequencer__restarts goes over. Where no ruleset asks for it, nothing reads it. -#}
-- depends_on: {{ ref('int_resequencer__extended') }}, {{ ref('int_resequencer__order_groups') }}
-- depends_on: {{ ref('int_resequencer__acting') }}, {{ ref('int_resequencer__batch') }}
{% if has_mode('follows') %}
with batch as (

    select {{ moment_after('clock_us') }} as by_the_clock
    from {{ ref('int_resequencer__batch') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

acting as (

    select * from {{ ref('int_resequencer__acting') }}

),

entries as (

    -- One row per entry of a sequence whose messages are read one after the other, with its newest epoch of earlier runs. Which entries
    -- those are is asked behind the windows: before them Spark would take the question to the records, with all of the decoding in it.
    select
        entries.*,
        struct(order_groups.*) as rules,
        order_groups.step,
        max(case when entries.is_ordered and entries.rejected_as is null then entries.epoch end)
            over (partition by entries.sequence_key, entries.group_key) as newest_epoch,
        max(case when entries.is_ordered and entries.rejected_as is null and entries.kind = 'state' and entries.came_at is null then entries.epoch end)
            over (partition by entries.sequence_key, entries.group_key) as newest_state
    from {{ ref('int_resequencer__extended') }} as entries
    inner join order_groups on entries.order_group = order_groups.order_group and order_groups.follows

),

gathered as (

    select
        sequence_key,
        group_key,
        any_value(rules) as rules,
        coalesce(max(newest_epoch), 1) as newest_epoch,
        collect_list(
            case
                when kind in ('message', 'fill') and epoch is null
                    then {{ event('came_at', 'kind', 'position', 'bakes_us', 'message.is_last', 'message.sequence_total', "case when kind = 'message' then xxhash64(message.body) end") }}
            end
        ) as events,
        collect_list(
            case
                when kind in ('message', 'fill') and epoch = newest_epoch
                    then struct(position, bakes_us, case when kind = 'message' then xxhash64(message.body) end as body_hash)
            end
        ) as held,
        collect_list(case when kind = 'range' and epoch = newest_epoch then struct(skipped.range_start, skipped.range_end) end) as missing,
        max(case when kind = 'state' and came_at is null and epoch = newest_state then struct(position, aside.state, last.position as last_position) end) as stands,
        coalesce(max(epoch is not null), false) as has_begun
    from entries
    where is_ordered and rejected_as is null
    group by sequence_key, group_key
    having max(kind = 'message' and epoch is null) or max(came_at is not null and kind = 'state')

),

numbered as (

    select
        gathered.* except (events),
        concat(
            gathered.events, coalesce(acting.events, array()),
            array({{ event('batch.by_the_clock', "'clock'", 'null') }})
        ) as events
    from gathered
    cross join batch
    left join acting on gathered.sequence_key = acting.sequence_key and gathered.group_key = acting.group_key

),

final as (

    -- One row per sequence for which something new has arrived: what has, in order, and where it stands.
    select
        sequence_key,
        group_key,
        newest_epoch,
        rules,
        array_sort(events) as events,
        {{ before_the_events() }} as before
    from numbered

)
{% else %}
{{ no_sequences() }}
{% endif %}

select * from final
