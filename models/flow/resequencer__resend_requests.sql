with requests as (

    {% if settings().resend is not none %}
    select * from {{ ref('int_resequencer__resend_requests') }}
    where request_id is not null
    {% else %}
    select
        {{ resend_row({}) }}
    where false
    {% endif %}

),

final as (

    select
        request_id,
        ruleset,
        sequence_id,
        case when is_descending then ~range_end else range_start end as range_start,
        case when is_descending then ~range_start else range_end end as range_end,
        attempt,
        status,
        timestamp_micros(requested_us) as requested_at,
        timestamp_micros(next_attempt_us) as next_attempt_at,
        timestamp_micros(attempted_us) as attempted_at,
        timestamp_micros(sent_us) as sent_at,
        timestamp_micros(settled_us) as settled_at,
        epoch
    from requests

)

select * from final
