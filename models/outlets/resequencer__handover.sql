{%- set times = {'released': 'released_at', 'bypass': 'bypassed_at', 'failure': 'failed_at', 'nohit': 'arrived_at'} -%}
{%- set has_capacity = outlets() | rejectattr('capacity', 'none') | list | length > 0 -%}
{%- set is_reported = var('resequencer__deliveries', none) is not none -%}
{%- set of_delivery = {
    'order_group': 'string', 'attempt': 'bigint', 'waiting_since': 'timestamp', 'waits_for': 'string', 'failure_stops': 'boolean',
    'is_failed': 'boolean', 'outcome': 'string',
} -%}
{%- set of_released, of_others = [], [] -%}
{%- for column, type in of_delivery.items() -%}{%- do of_others.append('cast(null as ' ~ type ~ ') as ' ~ column) -%}{%- endfor -%}
{%- for column in of_delivery -%}{%- do of_released.append('in_line.' ~ column if is_reported else of_others[loop.index0]) -%}{%- endfor -%}
-- depends_on: {{ ref('int_resequencer__in_line') }}, {{ ref('resequencer__ledger') }}
with outlets as (

    {{ outlets_relation() }}

),

{% if is_reported %}
in_line as (

    select * from {{ ref('int_resequencer__in_line') }}

),

{% endif %}
departed as (

    -- One row per message that has its verdict; of those released, with what their delivery waits for.
    {% for verdict, left_at in times.items() -%}
    select
        {{ outlet_columns('left_by') }},
        '{{ verdict }}' as verdict,
        left_by.{{ left_at }} as left_at,
        {{ 'left_by.release_position' if verdict == 'released' else 'cast(null as bigint) as release_position' }},
        {{ (of_released if verdict == 'released' else of_others) | join(',\n        ') }}
    from {{ ref('resequencer__' ~ verdict) }} as left_by
    {% if is_reported and verdict == 'released' -%}
    left join in_line
        on
            left_by.ruleset = in_line.ruleset
            and left_by.sequence_id = in_line.sequence_id
            and left_by.release_position = in_line.release_position
            and left_by.message_id = in_line.message_id
    {% endif -%}
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

{% if is_reported %}
held as (

    -- One row per message that is held, as the newest batch has it.
    select * from {{ with_contents(ref('resequencer__ledger')) }}
    where disposition = 'pending' and batch_group = {{ newest_batch_number() }}

),

formatted as (

    -- As its ruleset wants it on exit.
    select * from {{ formatted_rows('held') }}

),

to_be_delivered as (

    -- Those that are ready, and wait for the deliveries of those before them alone.
    select
        {{ outlet_columns('formatted') }},
        'pending' as verdict,
        cast(null as timestamp) as left_at,
        in_line.release_position,
        {{ of_released | join(',\n        ') }},
        coalesce(outlets.outlet, 'released') as outlet
    from formatted
    inner join in_line
        on
            formatted.is_ready
            and formatted.order_group = in_line.order_group
            and formatted.intake = in_line.intake
            and formatted.place = in_line.place
    left join outlets on formatted.ruleset <=> outlets.ruleset and outlets.verdict = 'released'

),

to_stand_in as (

    -- What will leave with them for numbers that are missing.
    select
        in_line.ruleset,
        in_line.sequence_id,
        in_line.message_id,
        in_line.sequence_number,
        cast(null as string) as sort_key,
        cast(null as timestamp) as arrived_at,
        cast(null as boolean) as is_last,
        cast(null as string) as message_type,
        stand_ins.properties,
        stand_ins.body,
        in_line.batch_id,
        'pending' as verdict,
        cast(null as timestamp) as left_at,
        in_line.release_position,
        {{ of_released | join(',\n        ') }},
        coalesce(outlets.outlet, 'released') as outlet
    from {{ ref('int_resequencer__held_stand_ins') }} as stand_ins
    inner join in_line
        on
            stand_ins.ruleset = in_line.ruleset
            and stand_ins.sequence_id = in_line.sequence_id
            and stand_ins.release_position = in_line.release_position
            and stand_ins.message_id = in_line.message_id
    left join outlets on in_line.ruleset <=> outlets.ruleset and outlets.verdict = 'released'

),

to_be_handed_on as (

    select * from to_be_delivered
    union all
    select * from to_stand_in

),

{% endif %}
final as (

    select
        {{ outlet_columns() }},
        verdict,
        outlet,
        left_at,
        release_position,
        handover_batch_id,
        handover_batch_id <= {{ newest_batch_number() }} as is_handed_over,
        {{ of_delivery | join(',\n        ') }}
    from handed_over
    {% if is_reported %}
    union all
    select
        {{ outlet_columns() }},
        verdict,
        outlet,
        left_at,
        release_position,
        cast(null as bigint) as handover_batch_id,
        false as is_handed_over,
        {{ of_delivery | join(',\n        ') }}
    from to_be_handed_on
    {% endif %}

)

select * from final
