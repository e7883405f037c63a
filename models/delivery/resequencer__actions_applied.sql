with of_rulesets as (

    select
        input.action_id,
        input.action,
        input.ruleset,
        input.sequence_id,
        input.from_number,
        input.to_number,
        input.by,
        input.why,
        input.at,
        settled_at as applied_at,
        batch_id,
        {{ 'input.ruleset' if has_subscriptions() else 'cast(null as string)' }} as subscription,
        cast(null as string) as instance_uid,
        cast(null as string) as message_uid
    from {{ ref('resequencer__ledger') }}
    where disposition = 'applied'

),

{% if has_subscriptions() -%}
of_messagebox as (

    select
        input.action_id,
        input.action,
        input.ruleset,
        input.sequence_id,
        input.from_number,
        input.to_number,
        input.by,
        input.why,
        input.at,
        timestamp_micros(at_us) as applied_at,
        batch_id,
        input.subscription,
        input.instance_uid,
        input.message_uid
    from {{ ref('resequencer__messagebox') }}
    where disposition = 'applied'

),

{% endif -%}
final as (

    select * from of_rulesets
    {%- if has_subscriptions() %}
    union all
    select * from of_messagebox
    {%- endif %}

)

select * from final
