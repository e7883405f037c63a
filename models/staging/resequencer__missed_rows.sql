with ledger as (

    select * from {{ ref('resequencer__ledger') }}

),

final as (

    select
        {{ cursor_text('intake') }} as cursor,
        count(*) as count,
        min(settled_at) as first_seen_at
    from ledger
    where disposition = 'missed'
    group by intake

)

select * from final
