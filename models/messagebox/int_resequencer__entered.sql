{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    What has entered the queues of ordered subscriptions: the ledger's arrivals. One row is a message and an ordered subscription, at most once:
    routing put it there (reference), or it was suspended and has been freed (change).
-#}
with final as (

    select
        intake,
        place,
        subscription,
        case disposition when 'reference' then at_us else enqueued_us end as enqueued_us,
        entered_as,
        batch_id as routed_by
    from {{ ref('resequencer__messagebox') }}
    where {{ has_entered() }} and subscription in {{ sql_texts(settings().rulesets | map(attribute='name') | list) }}

)

select * from final
