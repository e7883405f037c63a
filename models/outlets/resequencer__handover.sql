{%- set times = {'released': 'released_at', 'bypass': 'bypassed_at', 'failure': 'failed_at', 'nohit': 'arrived_at'} -%}
{%- set has_capacity = outlets() | rejectattr('capacity', 'none') | list | length > 0 -%}

with outlets as (

    {{ outlets_relation() }}

),

departed as (

    -- One row per message that has its verdict.
    {% for verdict, left_at in times.items() -%}
    select
        {{ outlet_columns() }},
        '{{ verdict }}' as verdict,
        {{ left_at }} as left_at,
        {{ 'release_position' if verdict == 'released' else 'cast(null as bigint)' }} as release_position
    from {{ ref('resequencer__' ~ verdict) }}
    {{ 'union all' if not loop.last }}
    {% endfor %}
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
