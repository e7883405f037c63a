{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Each subscription as it was defined last: one row is a subscription. -#}
with versions as (

    select max_by(struct(*), version) as newest
    from {{ ref('resequencer__subscription_versions') }}
    group by subscription

),

final as (

    select newest.* from versions

)

select * from final
