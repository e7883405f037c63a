with ledger as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}

),

raised as (

    -- One row per expression and values over which Spark raised, with what it said.
    select
        detail as computed,
        any_value(raw_record) as message
    from {{ ref('resequencer__ledger') }}
    where disposition = 'raised'
    group by detail

),

explained as (

    select
        ledger.*,
        raised.message
    from ledger
    left join raised on ledger.detail = raised.computed
    where ledger.disposition = 'failure'

),

final as (

    select
        {{ outlet_columns() }},
        settled_at as failed_at,
        reason,
        concat(detail, coalesce(concat(': ', message), '')) as detail,
        raw_record
    from explained

)

select * from final
