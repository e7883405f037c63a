with ledger as (

    select * from {{ ref('resequencer__ledger') }}

),

final as (

    select
        {{ outlet_columns() }},
        settled_at as released_at,
        release_position,
        (unix_micros(settled_at) - unix_micros(arrived_at)) div 1000 as waited_ms,
        coalesce(is_stand_in, false) as is_stand_in
    from ledger
    where disposition = 'released'

)

select * from final
