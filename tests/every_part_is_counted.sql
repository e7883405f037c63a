{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

-- Messages whose number of parts is not that of the parts that are there.
with counted as (

    select
        message_uid,
        count(*) as part_count,
        sum(is_body) as body_count
    from {{ ref('resequencer__message_parts') }}
    group by message_uid

)

select
    spool.message_uid,
    spool.num_parts,
    counted.part_count
from {{ ref('resequencer__spool') }} as spool
left join counted on spool.message_uid = counted.message_uid
where
    spool.num_parts is distinct from counted.part_count
    or counted.body_count is distinct from if(spool.body_part_uid is null, 0, 1)
