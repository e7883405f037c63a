-- Within a sequence, keys that are values (double, decimal, string) never decrease in the order of release: what
-- in_sequence_order says of numbers.
{%- if _has_ranked_keys() %}

with windowed as (

    select
        order_group,
        sequence_id,
        message_id,
        key_value,
        lag(key_value) over (partition by order_group, sequence_id order by release_position asc) as previous_value
    from {{ ref('resequencer__ledger') }}
    where disposition = 'released' and key_value is not null

),

validation_errors as (

    select * from windowed
    where key_value < previous_value

)

select * from validation_errors

{%- else %}

-- depends_on: {{ ref('resequencer__ledger') }}
select 'no ruleset has such keys' as reason
where false

{%- endif %}
