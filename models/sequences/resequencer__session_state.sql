with heads as (

    select * from {{ ref('int_resequencer__heads') }}

),

final as (

    select
        ruleset,
        sequence_id,
        {{ session_columns() }}
    from heads

)

select * from final
