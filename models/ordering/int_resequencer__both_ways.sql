{{ config(materialized='ephemeral') }}

{#- Keys of two parts that are ordered one up and the other down: they are ranked anew. -#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with entries as (

    select * from {{ ref('int_resequencer__ranked') }}

),

{% if has_mode('differs_in_order') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

valued as (

    -- One row per entry, with the rank of its key where the first part counts up. Ranks are even: a last key that nobody has stands between two.
    select
        entries.*,
        order_groups.is_descending,
        order_groups.differs_in_order,
        case when entries.key_value is not null then cast(2 * dense_rank() over by_value as bigint) end as key_rank,
        first_value(entries.aside.last_key_value) ignore nulls over whole_sequence as last_value
    from entries
    left join order_groups on entries.order_group = order_groups.order_group
    window
        by_value as (
            partition by entries.sequence_key, entries.group_key order by entries.key_value.first asc, entries.key_value.second desc
        ),
        whole_sequence as (
            partition by entries.sequence_key, entries.group_key order by entries.key_value.first asc, entries.key_value.second desc
            rows between unbounded preceding and unbounded following
        )

),

ranked as (

    select
        *,
        case
            when last_value is not null then coalesce(
                max(case
                    when key_value = last_value then key_rank
                    when key_value.first < last_value.first then key_rank + 1
                    when key_value.first = last_value.first and key_value.second > last_value.second then key_rank + 1
                end) over whole_sequence,
                1
            )
        end as last_rank
    from valued
    window
        whole_sequence as (
            partition by sequence_key, group_key order by key_value.first asc, key_value.second desc
            rows between unbounded preceding and unbounded following
        )

),

final as (

    -- One row per entry. Where the first part counts down, ranks are negative and go down.
    select
        * except (position, last, is_descending, differs_in_order, key_rank, last_value, last_rank),
        case
            when not differs_in_order or key_rank is null then position
            when is_descending then -key_rank
            else key_rank
        end as position,
        case
            when differs_in_order and kind = 'state' and last_value is not null then named_struct(
                'position', case when is_descending then -last_rank else last_rank end, 'known_at', last.known_at
            )
            else last
        end as last
    from ranked

)
{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
