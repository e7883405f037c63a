with ledger as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}

),

final as (

    select
        {{ outlet_columns() }}
    from ledger
    where disposition = 'nohit'

)

select * from final
