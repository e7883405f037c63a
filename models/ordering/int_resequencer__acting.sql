{{ config(materialized='ephemeral') }}

{#- What operators do with whole sequences or with what waits in them, for the fold of int_resequencer__restarts. -#}
with turning as (

    select * from {{ ref('int_resequencer__turning') }}

),

drops as (

    select * from {{ ref('int_resequencer__drops') }}

),

actions as (

    -- One row per action.
    select
        sequence_key,
        group_key,
        {{ event('came_at', 'action', position_of('begins_at')) }} as event
    from turning
    union all
    select
        sequence_key,
        group_key,
        {{ event('came_at', "'drop'", 'from_position', to_position='to_position') }} as event
    from drops

),

final as (

    -- One row per sequence that operators act on.
    select
        sequence_key,
        group_key,
        collect_list(event) as events
    from actions
    group by sequence_key, group_key

)

select * from final
