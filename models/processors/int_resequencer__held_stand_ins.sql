{{ config(materialized='ephemeral') }}

{#-
    Stand-ins that will leave with a message that is held only for the deliveries of those before it: the places in the order of release
    that lie free below it. Without acknowledgements nothing is held so.
-#}
-- depends_on: {{ ref('int_resequencer__messages_in_line') }}, {{ ref('resequencer__ledger') }}
{% if has_mode('max_stand_ins') and has_mode('is_acknowledged') %}
with held as (

    select * from {{ ref('int_resequencer__messages_in_line') }}
    where verdict = 'pending'

),

order_groups as (

    {{ order_groups_relation() }}

),

left_before as (

    -- One row per sequence that has something held, with the last place that has left.
    select
        ledger.order_group,
        ledger.sequence_id,
        max(ledger.release_position) as release_position
    from {{ ref('resequencer__ledger') }} as ledger
    left semi join held on ledger.order_group = held.order_group and ledger.sequence_id = held.sequence_id
    where ledger.disposition = 'released'
    group by ledger.order_group, ledger.sequence_id

),

placed as (

    -- The held messages, each with the place before it.
    select
        held.*,
        order_groups.step,
        order_groups.is_descending,
        coalesce(
            lag(held.release_position) over (partition by held.order_group, held.sequence_id order by held.release_position),
            left_before.release_position,
            0
        ) as place_before
    from held
    inner join order_groups on held.order_group = order_groups.order_group and order_groups.max_stand_ins is not null
    left join left_before on held.order_group = left_before.order_group and held.sequence_id = left_before.sequence_id

),

standing_in as (

    -- One row per stand-in, with what macro stand_in_contents asks for.
    select
        placed.*,
        free.back,
        case when is_descending then sequence_number + free.back * step else sequence_number - free.back * step end as stood_in_number,
        sequence_id as group_key,
        'stand_in' as row_kind,
        struct(ruleset) as message
    from placed
        lateral view explode(
            case when release_position - place_before > 1 then sequence(1, release_position - place_before - 1) else array() end
        ) free as back

),

final as (

    select
        ruleset,
        order_group,
        sequence_id,
        epoch,
        {{ stand_in_id('stood_in_number', 'ruleset', 'sequence_id', 'epoch') }} as message_id,
        stood_in_number as sequence_number,
        release_position - back as release_position,
        batch_id,
        waiting_since,
        case when false then cast(null as map<string, string>){{ stand_in_contents('properties') }} end as properties,
        case when false then cast(null as string){{ stand_in_contents('body') }} end as body
    from standing_in

)
{% else %}
with final as (

    -- Nothing is stood in for, or nothing waits for deliveries.
    select
        ruleset,
        order_group,
        sequence_id,
        epoch,
        message_id,
        sequence_number,
        release_position,
        batch_id,
        settled_at as waiting_since,
        properties,
        body
    from {{ ref('resequencer__ledger') }}
    where false

)
{% endif %}

select * from final
