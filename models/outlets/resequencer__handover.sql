{%- set has_capacity = outlets() | rejectattr('capacity', 'none') | list | length > 0 -%}

with released as (

    select
        {{ outlet_columns() }},
        'released' as verdict,
        released_at as left_at,
        release_position
    from {{ ref('resequencer__released') }}

),

bypass as (

    select
        {{ outlet_columns() }},
        'bypass' as verdict,
        bypassed_at as left_at,
        cast(null as bigint) as release_position
    from {{ ref('resequencer__bypass') }}

),

failure as (

    select
        {{ outlet_columns() }},
        'failure' as verdict,
        failed_at as left_at,
        cast(null as bigint) as release_position
    from {{ ref('resequencer__failure') }}

),

nohit as (

    select
        {{ outlet_columns() }},
        'nohit' as verdict,
        arrived_at as left_at,
        cast(null as bigint) as release_position
    from {{ ref('resequencer__nohit') }}

),

outlets as (

    {{ outlets_relation() }}

),

departed as (

    -- One row per message that has its verdict.
    select * from released
    union all
    select * from bypass
    union all
    select * from failure
    union all
    select * from nohit

),

led as (

    -- With the outlet it leaves by, and the queue there.
    select
        departed.*,
        coalesce(outlets.outlet, departed.verdict) as outlet,
        outlets.queue,
        cast(outlets.capacity as bigint) as capacity
    from departed
    left join outlets on departed.ruleset <=> outlets.ruleset and departed.verdict = outlets.verdict

),

{% if has_capacity %}
limited as (

    -- Where a run hands over only so many: with the batch that does it.
    {{ handed_over_rows('(select * from led where capacity is not null)', 'batch_id asc, left_at asc, sequence_id asc, release_position asc, ruleset asc, message_id asc') }}

),
{% endif %}

handed_over as (

    select
        *,
        batch_id as handover_batch_id
    from led
    {% if has_capacity %}
    where capacity is null
    union all
    select * from limited
    {% endif %}

),

final as (

    select
        {{ outlet_columns() }},
        verdict,
        outlet,
        left_at,
        release_position,
        handover_batch_id,
        handover_batch_id <= {{ newest_batch_number() }} as is_handed_over
    from handed_over

)

select * from final
