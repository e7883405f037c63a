{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    References after this batch: one row is a message and a subscription (and an instance of an instance subscription) that this batch has
    made or changed. `is_simple`: its instance was made for it, and routing is all that has happened to both.
-#}
-- computed once
with matches as (

    select * from {{ ref('int_resequencer__matches') }}
    where not is_missing and mode in ('plain', 'ordered')

),

lives as (

    select * from {{ ref('int_resequencer__lives') }}
    union all
    select * from {{ ref('int_resequencer__rest_lives') }}

),

alone as (

    -- Those of which nothing else is said. Where nothing is said of any, none is looked for: that would sort all of them.
    select matches.*
    from matches
    where (select count(*) from lives) = 0
    union all
    select matches.*
    from matches
    left anti join (select component from lives) as touched on matches.component = touched.component
    where (select count(*) from lives) > 0

),

got_by_others as (

    select
        intake,
        place
    from {{ ref('int_resequencer__got') }}
    where is_got and has_rest

),

routed as (

    -- Subscriptions to what is unrouted get what no other has got.
    select * from alone
    where not is_unrouted
    union all
    select alone.*
    from alone
    left anti join got_by_others on alone.intake = got_by_others.intake and alone.place = got_by_others.place
    where alone.is_unrouted

),

final as (

    select
        component,
        mode = 'plain' as is_simple,
        {{ box_struct('reference', {
            'intake': 'intake', 'place': 'place', 'message_id': 'message_id', 'arrived_us': 'arrived_us', 'subscription': 'subscription', 'version': 'version',
            'matched_group': 'matched_group', 'instance': "case mode when 'plain' then instance else '' end",
            'founder': "case mode when 'plain' then " ~ box_struct('founder', {'intake': 'intake', 'place': 'place', 'message_id': 'message_id', 'subscription': 'subscription'}) ~ ' end',
            'status_code': 'case when is_stopped then 2 else 1 end', 'at_us': 'at.us', 'queue': "case when is_stopped then 'QS' when is_acknowledged then 'Q' else 'done' end",
            'reason': "case when is_stopped then 'subscription_stopped' end", 'is_resumable': 'true', 'enqueued_us': 'case when not is_stopped then at.us end',
            'suspended_us': 'case when is_stopped then at.us end', 'settled_us': 'case when not is_stopped and not is_acknowledged then at.us end',
            'is_acknowledged': 'is_acknowledged', 'is_new': 'true', 'routed_with': 'match_count',
            'entered_as': "case when mode = 'ordered' and not is_stopped then " ~ entered_as('at') ~ ' end',
        }) }} as reference
    from routed
    union all
    select
        lives.component,
        false as is_simple,
        refs.reference
    from lives
        lateral view explode(lives.life.refs) refs as reference

)

select * from final
