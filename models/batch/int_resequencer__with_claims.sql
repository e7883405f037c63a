{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__batch') }}
with things as (

    select * from {{ ref('int_resequencer__unique') }}

),

{% if has_mode('claims') %}
batch as (

    select * from {{ ref('int_resequencer__batch') }}

),

final as (

    -- A claim is a message that goes its way at once, and, where it has a group, a mark in the sequence.
    select
        things.* except (kind),
        kinds.kind
    from things
    lateral view explode(
        case
            when
                things.kind = 'message' and things.aside.claim.is_claim and things.came_at.us <= (select batch.clock_us from batch)
                and (things.rejection_outlet = 'nohit' or things.message.rejection_reason = 'missing_key')
                then array('message', 'claim')
            else array(things.kind)
        end
    ) kinds as kind

)
{% else %}
final as (

    select
        things.* except (kind),
        things.kind
    from things

)
{% endif %}

select * from final
