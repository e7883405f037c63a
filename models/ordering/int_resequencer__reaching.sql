{{ config(materialized='ephemeral') }}

{#-
    Messages that say themselves what they follow (span_to, previous). One that covers several numbers stands at the last of them: that decides
    whether it lies before the start, above the last number, or is the last. What it has to follow stands beside it (aside.link.needs).
-#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}
with entries as (

    select * from {{ ref('int_resequencer__dropped') }}

),

{% if has_mode('linked_by') %}
order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

linking as (

    -- One row per entry; of such a message with the number it names: of a counter that wraps the one that comes next from its key on.
    select
        entries.*,
        entries.position as first_covered,
        case when entries.kind = 'message' then order_groups.linked_by end as linked_by,
        case
            when order_groups.linked_by = 'span_to' then {{ last_covered('entries.position', 'entries.message.linked_number') }}
            when order_groups.is_descending then ~entries.message.linked_number
            else entries.message.linked_number
        end as linked_number
    from entries
    left join order_groups on entries.order_group = order_groups.order_group

),

final as (

    -- needs: what has to have left, or been given up, before it follows; null: nothing.
    select
        * except (first_covered, linked_by, linked_number, position, aside),
        case when linked_by = 'span_to' then coalesce(linked_number, position) else position end as position,
        case when linked_by is null then aside else {{ aside_with(link=row_with('aside.link', row_fields().link,
            linked_by='linked_by',
            first='first_covered',
            needs="case when linked_by = 'span_to' then coalesce(try_subtract(first_covered, 1), first_covered) when first_covered is distinct from start_position then linked_number end"
        )) }} end as aside
    from linking

)
{% else %}
final as (

    select * from entries

)
{% endif %}

select * from final
