{{ config(materialized='ephemeral') }}

{#- Keys that are values (double, decimal, string, two parts): their position is their rank in the sequence, in this run. -#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with entries as (

    select * from {{ ref('int_resequencer__entries') }}

),

{% if has_mode('is_ranked') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

valued as (

    -- One row per entry, with the rank of its key. Ranks are even: a last key that nobody has stands between two.
    select
        *,
        case when key_value is not null then cast(2 * dense_rank() over by_value as bigint) end as key_rank,
        first_value(aside.last_key_value) ignore nulls over whole_sequence as last_value
    from entries
    window
        by_value as (partition by sequence_key, group_key order by key_value),
        whole_sequence as (
            partition by sequence_key, group_key order by key_value
            rows between unbounded preceding and unbounded following
        )

),

ranked as (

    select
        *,
        case
            when last_value is not null
                then coalesce(max(case when key_value < last_value then key_rank + 1 when key_value = last_value then key_rank end) over whole_sequence, 1)
        end as last_rank
    from valued
    window
        whole_sequence as (
            partition by sequence_key, group_key order by key_value
            rows between unbounded preceding and unbounded following
        )

),

final as (

    -- One row per entry. Where the order is descending, ranks are negative and go down.
    select
        ranked.* except (position, last, key_rank, last_value, last_rank),
        case
            when ranked.key_rank is null then ranked.position
            when order_groups.is_descending then -ranked.key_rank
            else ranked.key_rank
        end as position,
        case
            when ranked.kind = 'state' and ranked.last_value is not null then named_struct(
                'position', case when order_groups.is_descending then -ranked.last_rank else ranked.last_rank end,
                'known_at', ranked.last.known_at
            )
            else ranked.last
        end as last
    from ranked
    left join order_groups on ranked.order_group = order_groups.order_group

)
{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
