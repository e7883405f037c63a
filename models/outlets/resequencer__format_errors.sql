with ledger as (

    select * from {{ with_contents(ref('resequencer__ledger')) }}
    where disposition = 'released'

),

{% set formats = settings().rulesets | selectattr('format') | list + settings().rulesets | selectattr('set_properties') | list -%}
formatted as (

    -- One row per message released, with the fields over which Spark raised when its ruleset formatted them.
    {% if formats -%}
    select * from {{ formatted_rows('ledger', with_faults=true) }}
    {%- else -%}
    select
        *,
        cast(null as array<struct<field: string, detail: string>>) as format_faults
    from ledger
    where false
    {%- endif %}

),

final as (

    select
        formatted.ruleset,
        formatted.sequence_id,
        formatted.message_id,
        formatted.sequence_number,
        faults.fault.field,
        faults.fault.detail,
        formatted.batch_id
    from formatted
        lateral view explode(formatted.format_faults) faults as fault
    where not coalesce(formatted.is_stand_in, false)

)

select * from final
