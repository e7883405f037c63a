{{ config(materialized='ephemeral') }}

{#- Counters that wrap (wrap_at): their position goes on counting (RFC 1982, serial number arithmetic). -#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with entries as (

    select * from {{ ref('int_resequencer__numbered') }}

),

{% if has_mode('wrap_at') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

counters as (

    -- One row per entry; whether it is a counter that has just arrived.
    select
        entries.*,
        order_groups.wrap_at - order_groups.wrap_to as counter_count,
        order_groups.wrap_at is not null{{ ' and not order_groups.follows' if has_mode('follows') }}
        and entries.kind = 'message' and entries.is_ordered and entries.is_new and entries.rejected_as is null as counts
    from entries
    left join order_groups on entries.order_group = order_groups.order_group

),

compared as (

    -- With the counter that came before it, and the extended number that the sequence had reached (at first: its start).
    select
        *,
        coalesce(
            max(aside.state.newest_number) over whole_sequence,
            start_position,
            first_value(case when counts then position end) ignore nulls over whole_sequence
        ) as base,
        last(case when counts then position end) ignore nulls over before_this as prior
    from counters
    window
        whole_sequence as (
            partition by sequence_key, group_key order by came_at
            rows between unbounded preceding and unbounded following
        ),
        before_this as (partition by sequence_key, group_key order by came_at rows between unbounded preceding and 1 preceding)

),

moved as (

    -- From one arrival to the next it has moved by less than half the range, forwards or backwards.
    select
        *,
        case when counts then pmod(position - coalesce(prior, base) + counter_count div 2, counter_count) - counter_count div 2 end as moved
    from compared

),

final as (

    -- One row per entry: the moves add up.
    select
        * except (position, sequence_number, counter_count, counts, base, prior, moved),
        case when moved is not null then base + sum(moved) over up_to_here else sequence_number end as sequence_number,
        case when moved is not null then base + sum(moved) over up_to_here else position end as position
    from moved
    window up_to_here as (partition by sequence_key, group_key order by came_at rows between unbounded preceding and current row)

)
{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
