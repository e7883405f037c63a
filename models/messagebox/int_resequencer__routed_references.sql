{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- What routing has decided, with uids: one row is a message and a subscription that it matched (and an instance of an instance subscription). -#}
with refs as (

    select *
    from {{ ref('resequencer__messagebox') }}
    where disposition = 'reference'

),

messages as (

    select
        refs.*,
        {{ founder_message_uid('refs') }} as message_uid
    from refs
    {{ founders_join('refs') }}

),

founded as (

    select
        *,
        struct(
            coalesce(founder_intake, intake) as intake, coalesce(founder_place, place) as place, coalesce(founder_message_id, message_id) as message_id,
            coalesce(founder_subscription, subscription) as subscription
        ) as founder
    from messages

),

final as (

    select
        founded.*,
        case when founded.kind <> 'ordered' then coalesce(founded.given_instance, {{ instance_uid('founded.founder') }}) end as its_instance_uid
    from founded
    {{ founders_join('founded.founder') }}

)

select * from final
