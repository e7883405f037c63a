{{ config(materialized='ephemeral') }}

{#- First in, first out (key_type: arrival): what has come is numbered in the order in which it came. -#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with entries as (

    select * from {{ ref('int_resequencer__both_ways') }}

),

{% if has_mode('counts_arrivals') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

counted as (

    -- One row per entry; whether its number is still to be given, and whether it is now: what is later than the clock waits for its own.
    select
        entries.*,
        order_groups.counts_arrivals and entries.kind = 'message' and entries.is_new as awaits_number,
        order_groups.counts_arrivals and entries.kind = 'message' and entries.is_new and entries.is_ordered as counts
    from entries
    left join order_groups on entries.order_group = order_groups.order_group

),

final as (

    -- One row per entry, numbered from the highest number that the sequence has given so far, in whichever epoch.
    select
        * except (position, sequence_number, awaits_number, counts),
        case
            when counts
                then coalesce(max(aside.state.newest_number) over whole_sequence, 0)
                    + count(case when counts then 1 end) over up_to_here
            when not coalesce(awaits_number, false) then sequence_number
        end as sequence_number,
        case
            when counts
                then coalesce(max(aside.state.newest_number) over whole_sequence, 0)
                    + count(case when counts then 1 end) over up_to_here
            else position
        end as position
    from counted
    window
        whole_sequence as (
            partition by sequence_key, group_key order by came_at
            rows between unbounded preceding and unbounded following
        ),
        up_to_here as (partition by sequence_key, group_key order by came_at rows between unbounded preceding and current row)

)
{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
