with ledger as (

    select * from {{ ref('resequencer__ledger') }}

),

final as (

    select
        {{ outlet_columns() }},
        settled_at as failed_at,
        reason,
        detail,
        raw_record
    from ledger
    where disposition = 'failure'

)

select * from final
