{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- All that has come up to now, for actions that ask for history (`reroute`, `backfill`): one row is a message. -#}
-- planned once
with final as (

    select * from {{ ref('int_resequencer__box_publications') }}

)

select * from final
