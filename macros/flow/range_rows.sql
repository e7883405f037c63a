{% macro range_rows(closed='true', newest=none) -%}
    {#-
        What is missing, one row per range and state, as a query; numbers as the sequence is ordered (mirrored where it
        counts down). Of open sequences by the newest batch. `closed`: which rows of closed sequences are read besides, SQL over
        the ledger; by default all, which is history. `newest`: number of the newest batch; looked up when it is read unless told.
    -#}
{%- set fills, links = _fills(), has_mode('linked_by') %}
with carried as (

    -- Messages that are held, skipped ranges and sequence states of the newest batch; of closed sequences what they left.
    select
        order_group,
        sequence_id,
        epoch,
        batch_id,
        sequence_number,
        {% if links -%}
        linked_number,
        {% endif -%}
        unix_micros(coalesce(baking_since, effective_arrived_at)) as arrival_us,
        disposition = 'closed' as is_closed,
        {% if fills -%}
        case when disposition = 'fill' and reason is null then case detail when 'skip' then 'skipped' else 'filled' end end as filled,
        {% endif -%}
        head,
        gap
    from {{ ref('resequencer__ledger') }}
    where
        (disposition = 'closed' and {{ closed }})
        or (
            disposition in ('head', 'gap', 'pending', 'fill') and batch_group = {{ newest if newest is not none else newest_batch_number() }}
            and coalesce(reason, '') not in ('after_clock', 'awaiting_confirmation') and (is_ready is distinct from true or disposition = 'fill')
        )

),

order_groups as (

    {{ order_groups_relation() }}

),

numbered as (

    -- reach: how far a message reaches. needs: what it follows (span_to, previous).
    select
        carried.* except (sequence_number{{ ', linked_number' if links }}),
        case when order_groups.is_descending then ~carried.sequence_number else carried.sequence_number end as sequence_number,
        {% if links -%}
        case
            when order_groups.linked_by = 'span_to' then {{ last_covered('carried.sequence_number', 'carried.linked_number') }}
            when order_groups.is_descending then ~carried.sequence_number
            else carried.sequence_number
        end as reach,
        case
            when order_groups.linked_by = 'previous' and order_groups.is_descending then ~carried.linked_number
            when order_groups.linked_by = 'previous' then carried.linked_number
            when order_groups.is_descending then try_subtract(~carried.sequence_number, order_groups.step)
            else try_subtract(carried.sequence_number, order_groups.step)
        end as needs,
        {% endif -%}
        order_groups.linked_by,
        order_groups.start_number,
        order_groups.step,
        order_groups.is_descending
    from carried
    inner join order_groups on carried.order_group = order_groups.order_group and order_groups.is_sequence

),

in_line as (

    -- Each row with its sequence's state, and a held message with its neighbours: how far those below it reach,
    -- and since when something as high has been there.
    select
        * except (start_number),
        coalesce(max(head.begins_at) over (partition by order_group, sequence_id, epoch), start_number) as start_number,
        max(batch_id) over (partition by order_group, sequence_id, epoch) as newest_batch_id,
        max(head) over (partition by order_group, sequence_id, epoch) as line_head,
        {% if links -%}
        max(reach) over (partition by order_group, sequence_id, epoch) as highest_held,
        max(reach) over (
            partition by order_group, sequence_id, epoch order by sequence_number asc
            rows between unbounded preceding and 1 preceding
        ) as below,
        {% else -%}
        max(sequence_number) over (partition by order_group, sequence_id, epoch) as highest_held,
        lead(sequence_number) over (partition by order_group, sequence_id, epoch order by sequence_number desc) as below,
        {% endif -%}
        min(arrival_us) over (
            partition by order_group, sequence_id, epoch order by sequence_number desc
            {{ 'range' if links else 'rows' }} between unbounded preceding and current row
        ) as seen_us
    from numbered

),

expecting as (

    select
        *,
        {{ next_number('line_head.threshold') }} as next_expected
    from in_line
    where batch_id = newest_batch_id

),

ranges as (

    -- Of a skipped range: itself. Of a sequence state: what is missing up to the last number. Of a held message: what is
    -- missing just below it; that blocks only where all below it has left. Nothing is missing above a last number,
    -- nor with start: auto before the first release.
    select
        order_group,
        sequence_id,
        epoch,
        start_number,
        step,
        is_descending,
        linked_by,
        case
            when gap is not null then gap.range_start
            -- Null above the largest bigint: nothing is missing there.
            when head is not null and is_closed then greatest(
                next_expected, try_add(line_head.given_up_to, step),
                case when line_head.highest_received <= line_head.last_number then try_add(line_head.highest_received, step) end
            )
            when head is not null and highest_held is not null then try_add(highest_held, step)
            when head is not null then next_expected
            else coalesce(below + step, next_expected)
        end as range_start,
        case
            when gap is not null then least(gap.range_end, line_head.last_number)
            when head is not null then head.last_number
            else {{ 'needs' if links else 'sequence_number - step' }}
        end as range_end,
        case
            when gap is not null then gap.detected_us
            when head is not null then head.last_us
            else least(seen_us, case when sequence_number <= line_head.last_number then line_head.last_us end)
        end as detected_us,
        case
            when gap is not null then gap.blocking_us
            when head is null and below is null then greatest(seen_us, line_head.threshold_released_us)
        end as blocking_us,
        case when gap is not null then gap.state when is_closed then 'skipped' else 'open' end as status
    from expecting
    where
        coalesce(line_head.left_threshold, start_number) is not null
        and (sequence_number is null or {{ 'coalesce(needs > below, needs >= next_expected)' if links else 'sequence_number > coalesce(below + step, next_expected)' }})

)
{%- if fills %},

islands as (

    -- Numbers that are said not to come, and what of them goes on without a gap.
    select
        *,
        sequence_number - step * row_number() over (
            partition by order_group, sequence_id, epoch, filled order by sequence_number asc
        ) as island
    from expecting
    where filled is not null

)
{%- endif %}

select * from ranges
where range_start <= range_end
{%- if fills %}
union all
select
    order_group,
    sequence_id,
    epoch,
    start_number,
    step,
    is_descending,
    linked_by,
    min(sequence_number) as range_start,
    max(sequence_number) as range_end,
    min(arrival_us) as detected_us,
    cast(null as bigint) as blocking_us,
    filled as status
from islands
group by order_group, sequence_id, epoch, start_number, step, is_descending, linked_by, filled, island
{%- endif %}
{%- endmacro %}
