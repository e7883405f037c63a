with given_up as (

    select
        letters.order_group,
        letters.intake,
        letters.place,
        min(letters.at) as dead_lettered_at,
        min_by(letters.detail, letters.at) as detail,
        min(later.sent_at) as redriven_at
    from {{ ref('int_resequencer__attempts') }} as letters
    left join {{ ref('int_resequencer__attempts') }} as later
        on
            letters.order_group <=> later.order_group
            and letters.intake = later.intake
            and letters.place = later.place
            and letters.attempt < later.attempt
            and later.disposition <> 'dead_letter'
    where letters.disposition = 'dead_letter'
    group by letters.order_group, letters.intake, letters.place

),

released as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}
    where disposition = 'released'

),

final as (

    select
        {{ outlet_columns('released') }},
        given_up.dead_lettered_at,
        given_up.detail,
        given_up.redriven_at,
        released.release_position,
        released.epoch
    from given_up
    inner join released
        on given_up.order_group <=> released.order_group and given_up.intake = released.intake and given_up.place = released.place

)

select * from final
