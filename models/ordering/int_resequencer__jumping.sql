{{ config(materialized='ephemeral') }}

{#- Sequences in which a gap may be too large to be stood in for (on_gap: stand_in): such a gap begins with a jump. -#}
-- depends_on: {{ ref('int_resequencer__order_groups') }}, {{ ref('int_resequencer__claimed') }}
{% if has_mode('max_stand_ins') %}
with entries as (

    select * from {{ ref('int_resequencer__claimed') }}

),

order_groups as (

    select * from {{ ref('int_resequencer__order_groups') }}

),

reaching as (

    -- One row per entry, with how far its numbers had come before it, of those that surely take part.
    select
        entries.sequence_key,
        entries.group_key,
        entries.kind,
        entries.position,
        entries.aside.state.suspended_at,
        order_groups.max_stand_ins,
        coalesce(
            greatest(
                max(
                    case
                        when entries.kind = 'state' or (entries.rejected_as is null and {{ announced_last('entries.') }} is null)
                            then entries.position
                    end
                ) over before_this,
                cast(entries.start_position as decimal(20, 0)) - 1
            ),
            min(entries.position) over whole_sequence
        ) as reached
    from entries
    inner join order_groups on entries.order_group = order_groups.order_group and order_groups.max_stand_ins is not null
    where entries.is_ordered
    window
        before_this as (
            partition by entries.sequence_key, entries.group_key, entries.epoch order by entries.came_at
            rows between unbounded preceding and 1 preceding
        ),
        whole_sequence as (partition by entries.sequence_key, entries.group_key, entries.epoch)

),

final as (

    -- One row per sequence: a number is too far ahead of all before it, or the gap of an earlier run may still be there.
    select distinct
        sequence_key,
        group_key
    from reaching
    where (kind <> 'state' and cast(position as decimal(20, 0)) - reached > max_stand_ins + 1) or suspended_at is not null

)
{% else %}
{{ no_sequences() }}
{% endif %}

select * from final
