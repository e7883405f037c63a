{{ config(materialized='view') }}

{%- set rules = forwarding_rules() -%}

with records as (

    select * from {{ ref('stg_resequencer__records') }}

),

{% if rules %}
told as (

    -- One row per record, with the entity it came from.
    select
        *,
        {{ property_expression('entity') }} as entity
    from records

),

matched as (

    -- With the first rule that takes it.
    select
        *,
        case when undecodable is null then {{ matched_rule() }} end as forwarded_by
    from told

),

acted as (

    -- With what its rule's action makes of it.
    select
        *,
        case forwarded_by
            {% for rule in rules -%}
            when {{ sql_text(rule.name) }} then {{ acted_message(rule) }}
            {% endfor -%}
        end as message
    from matched

),

final as (

    select
        * except (sequence_id, message_type, properties, message),
        sequence_id as original_sequence_id,
        message.problem as forwarding_problem,
        case when forwarded_by is null then sequence_id else message.sequence_id end as sequence_id,
        case when forwarded_by is null then message_type else message.message_type end as message_type,
        case when forwarded_by is null then properties else message.properties end as properties
    from acted

)
{% else %}
final as (

    -- Nothing is forwarded: records as they are.
    select
        *,
        {{ property_expression('entity') if has_subscriptions() else 'cast(null as string)' }} as entity,
        sequence_id as original_sequence_id,
        cast(null as string) as forwarding_problem,
        cast(null as string) as forwarded_by
    from records

)
{% endif %}

select * from final
