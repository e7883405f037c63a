-- Within a sequence, what leaves is in order: numbers, and keys that are values (double, decimal, string), never decrease
-- in the order of release; where it counts down, they never increase. Sessions begin anew, so they are left out.
with order_groups as (

    {{ order_groups_relation() }}

),

released as (

    -- Backwards, what counts down counts up.
    select
        ledger.order_group,
        ledger.sequence_id,
        ledger.epoch,
        ledger.sequence_number,
        ledger.key_value,
        case when order_groups.is_descending then -ledger.release_position else ledger.release_position end as position_
    from {{ ref('resequencer__ledger') }} as ledger
    inner join order_groups on ledger.order_group = order_groups.order_group and not order_groups.is_session
    where ledger.disposition = 'released'

),

validation_errors as (

    select sequence_id from (
        {{ test_in_sequence_order(
            '(select * from released where sequence_number is not null) as numbered', ['order_group', 'sequence_id', 'epoch'], 'position_', 'sequence_number'
        ) }}
    ) as errors
    {% if has_mode('is_ranked') %}
    union all
    select sequence_id from (
        {{ test_in_sequence_order(
            '(select * from released where key_value is not null) as valued', ['order_group', 'sequence_id', 'epoch'], 'position_', 'key_value'
        ) }}
    ) as errors
    {% endif %}

)

select * from validation_errors
