{{ config(materialized='ephemeral') }}

{#-
    Stand-ins that will leave with a message that is held only for the deliveries of those before it: the places in the order of release
    that lie free below it. Without acknowledgements nothing is held so.
-#}
-- depends_on: {{ ref('int_resequencer__messages_in_line') }}, {{ ref('resequencer__ledger') }}
{% if has_mode('max_stand_ins') and has_mode('is_acknowledged') %}
with line as (

    select * from {{ ref('int_resequencer__messages_in_line') }}

),

order_groups as (

    {{ order_groups_relation() }}

),

placed as (

    -- The messages in line, each with the place of the one before it: a message is held only behind another.
    select
        *,
        lag(release_position) over (partition by order_group, sequence_id order by release_position) as place_before
    from line

),

standing_in as (

    -- One row per stand-in, with what macro stand_in_contents asks for.
    select
        placed.*,
        free.back,
        case
            when order_groups.is_descending then placed.sequence_number + free.back * order_groups.step
            else placed.sequence_number - free.back * order_groups.step
        end as stood_in_number,
        placed.sequence_id as group_key,
        'stand_in' as row_kind,
        struct(placed.ruleset) as message
    from placed
    inner join order_groups on placed.order_group = order_groups.order_group and order_groups.max_stand_ins is not null
        lateral view explode(
            case
                when placed.verdict = 'pending' and placed.release_position - placed.place_before > 1
                    then sequence(1, placed.release_position - placed.place_before - 1)
                else array()
            end
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
