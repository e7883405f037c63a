{{ config(materialized='ephemeral') }}

{#- What operators and senders add: numbers that will not come (skip, gap_fill), and sequences that begin again (reset). -#}
-- depends_on: {{ ref('int_resequencer__batch') }}
-- depends_on: {{ ref('int_resequencer__filled') }}
-- depends_on: {{ ref('int_resequencer__turning') }}
{%- set batch = current_batch() %}

with things as (

    select * from {{ ref('int_resequencer__things') }}

),

{% if _fills() or _has_resets() %}
filled as (

    select * from {{ ref('int_resequencer__filled') }}

),

turning as (

    select * from {{ ref('int_resequencer__turning') }}

),

added as (

    select * from things
    union all
    select
        'fill' as kind,
        true as is_new,
        order_group,
        group_key,
        null as epoch,
        number,
        null as key_value,
        came_at,
        null as rejection_outlet,
        null as message,
        {{ aside(filled_by='filled_by', was_met='false') }} as aside
    from filled
    union all
    select
        'state' as kind,
        false as is_new,
        order_group,
        group_key,
        null as epoch,
        null as number,
        null as key_value,
        came_at,
        null as rejection_outlet,
        null as message,
        {{ aside(state=head_that_begins('begins_at', arrived_us='came_at.us')) }} as aside
    from turning
    where action = 'reset'

),

begun as (

    -- One row per thing, with when its sequence began.
    select
        *,
        min(
            case
                when kind = 'state' and came_at is null then {{ moment_of_timer('-9223372036854775808') }}
                when kind = 'message' and rejection_outlet is null then came_at
            end
        ) over (partition by order_group, group_key) as began_at
    from added

),

final as (

    -- What has not begun has no number to fill, and no epoch to end.
    select * except (began_at) from begun
    where kind in ('message', 'range', 'claim', 'left') or (kind = 'state' and came_at is null) or began_at < came_at

)
{% else %}
final as (

    select * from things

)
{% endif %}

select * from final
