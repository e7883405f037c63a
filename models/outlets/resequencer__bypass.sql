with ledger as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}

),

final as (

    select
        {{ outlet_columns() }},
        settled_at as bypassed_at,
        reason,
        late_by_ms
    from ledger
    where disposition = 'bypass'

)

select * from final
