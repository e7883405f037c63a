-- A sequence that begins anew has ended before: of its epochs at most the newest is open.
with heads as (

    select * from {{ ref('int_resequencer__heads') }}

),

validation_errors as (

    select * from heads
    where not is_closed and not is_newest_epoch

)

select * from validation_errors
