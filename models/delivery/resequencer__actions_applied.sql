with applied as (

    select * from {{ ref('resequencer__ledger') }}
    where disposition = 'applied'

),

final as (

    select
        input.action_id,
        input.action,
        input.ruleset,
        input.sequence_id,
        input.from_number,
        input.to_number,
        input.`by`,
        input.why,
        input.`at`,
        settled_at as applied_at,
        batch_id
    from applied

)

select * from final
