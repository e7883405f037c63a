{{ config(materialized='ephemeral') }}

{#-
    Ids that are unique for some time (unique_ids): the same one again within it, from its first on, is a repeat, whatever its key. The ledger
    remembers the first ones (seen), each in the batch that it came in.
-#}
-- depends_on: {{ ref('int_resequencer__batch') }}, {{ ref('int_resequencer__order_groups') }}
with things as (

    select * from {{ ref('int_resequencer__with_actions') }}

),

{% if has_mode('unique_us') %}
batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

ledger as (

    select * from {{ ledger_relation() }}

),

asking as (

    -- One row per message that comes now, of an order group whose ids are unique for some time.
    select
        things.order_group,
        things.message.message_id,
        things.came_at,
        order_groups.unique_us
    from things
    inner join order_groups on things.order_group = order_groups.order_group and order_groups.unique_us is not null
    where
        things.kind = 'message' and things.is_new and things.aside.is_first_of_id is null and things.rejection_outlet is null
        and things.came_at.us <= (select batch.clock_us from batch)

),

since as (

    -- The oldest batch that may have taken in what is still remembered.
    select min(ledger.batch_group) as batch_group
    from ledger
    cross join batch
    cross join (select max(unique_us) as unique_us from order_groups) as longest
    where ledger.disposition = 'batch' and unix_micros(ledger.batch.clock) >= batch.previous_clock_us - longest.unique_us

),

seen as (

    -- When an id came for the first time, the last time that it did.
    select
        order_group,
        message_id,
        max(unix_micros(effective_arrived_at)) as first_us
    from ledger
    where
        disposition = 'seen' and batch_group >= (select since.batch_group from since)
        and batch_group <= (select batch.previous from batch)
    group by order_group, message_id

),

folded as (

    -- One row per id that comes now, with the moments at which it is new.
    select
        asking.order_group,
        asking.message_id,
        aggregate(
            array_sort(collect_list(asking.came_at)),
            named_struct('first_us', max(seen.first_us), 'firsts', cast(array() as array<{{ row_type('moment') }}>)),
            (known, at) -> case
                when coalesce(at.us >= known.first_us + max(asking.unique_us), true)
                    then named_struct('first_us', at.us, 'firsts', array_append(known.firsts, at))
                else known
            end,
            known -> known.firsts
        ) as firsts
    from asking
    left join seen on asking.order_group = seen.order_group and asking.message_id = seen.message_id
    group by asking.order_group, asking.message_id

),

found as (

    select
        things.*,
        array_contains(folded.firsts, things.came_at) as is_first
    from things
    left join folded
        on
            things.kind = 'message' and things.is_new and things.rejection_outlet is null and things.aside.is_first_of_id is null
            and things.came_at.us <= (select batch.clock_us from batch)
            and things.order_group = folded.order_group and things.message.message_id = folded.message_id

),

final as (

    select
        * except (aside, is_first),
        coalesce(not is_first, false) as repeats_id,
        case when is_first then {{ aside_with(is_first_of_id='true') }} else aside end as aside
    from found

)
{% else %}
final as (

    select * from things

)
{% endif %}

select * from final
