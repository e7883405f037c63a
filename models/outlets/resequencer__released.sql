with ledger as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}
    where disposition = 'released'

),

formatted as (

    -- One row per message released, as its ruleset wants it on exit. What is stored stays as it came.
    select * from {{ formatted_rows('ledger') }}

),

final as (

    select
        {{ outlet_columns() }},
        settled_at as released_at,
        release_position,
        -- Where its arrival time was not believed (max_ahead), nothing tells when it arrived.
        case
            when not coalesce(arrived_at > effective_arrived_at, false) then (unix_micros(settled_at) - unix_micros(arrived_at)) div 1000
        end as waited_ms,
        coalesce(is_stand_in, false) as is_stand_in,
        epoch
    from formatted

)

select * from final
