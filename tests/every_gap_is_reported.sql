-- Between two numbers of a sequence that were released, every number that never came is in the table of missing
-- ranges: but for what is beyond resequencer__max_skipped_ranges, and above a last number.
{%- set steps = sequence_steps() %}

with order_groups as (

    {{ order_groups_relation() }}

),

ledger as (

    -- Numbers that count down as they are ordered: mirrored, they count up. So are those of sequence states and skipped ranges.
    select
        rows_.* except (sequence_number),
        case when order_groups.is_descending then ~rows_.sequence_number else rows_.sequence_number end as sequence_number,
        order_groups.step
    from {{ ref('resequencer__ledger') }} as rows_
    inner join order_groups on rows_.order_group = order_groups.order_group and order_groups.is_sequence

),

missing_ranges as (

    select
        ranges.ruleset,
        ranges.sequence_id,
        ranges.epoch,
        case when order_groups.is_descending then ~ranges.range_end else ranges.range_start end as range_start,
        case when order_groups.is_descending then ~ranges.range_start else ranges.range_end end as range_end
    from {{ ref('resequencer__missing_ranges') }} as ranges
    inner join order_groups on ranges.ruleset = order_groups.order_group

),

forgotten as (

    -- One row per sequence that has forgotten ranges: the highest number of them.
    select
        order_group,
        sequence_id,
        epoch,
        max(gap.range_end) as forgotten_end
    from ledger
    where gap.state = 'forgotten'
    group by order_group, sequence_id, epoch

),

received as (

    -- One row per number released, or late.
    select
        ledger.order_group as ruleset,
        ledger.sequence_id,
        ledger.epoch,
        ledger.sequence_number,
        ledger.step
    from ledger
    inner join {{ ref('int_resequencer__heads') }} as heads
        on ledger.order_group = heads.ruleset and ledger.sequence_id = heads.sequence_id and ledger.epoch = heads.epoch
    left join forgotten
        on
            ledger.order_group = forgotten.order_group
            and ledger.sequence_id = forgotten.sequence_id
            and ledger.epoch = forgotten.epoch
    where
        (ledger.disposition = 'released' or (ledger.disposition = 'bypass' and ledger.reason = 'late'))
        and ledger.sequence_number > coalesce(forgotten.forgotten_end, -9223372036854775808)
        and ledger.sequence_number >= coalesce(heads.first_number, ledger.sequence_number)
        and ledger.sequence_number <= coalesce(heads.last_number, ledger.sequence_number)

),

validation_errors as (

    {% for step in steps %}
    select * from (
        {{ test_no_gap_unreported(
            '(select * from received where step = ' ~ step ~ ') as received_by_step', 'missing_ranges',
            ['ruleset', 'sequence_id', 'epoch'], 'sequence_number', step=step
        ) }}
    ) as errors
    {{ 'union all' if not loop.last }}
    {% endfor %}
    {% if not steps %}
    select ruleset from received where false
    {% endif %}

)

select * from validation_errors
