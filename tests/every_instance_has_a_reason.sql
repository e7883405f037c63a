{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

-- An instance is there for something. Here are those that go on (1 to 256) but have no reference, wait for nothing and were begun by no
-- action, and those that are suspended (4, 32) without a reference, an open routing failure or a suspend.
with alive as (

    -- Of ordered subscriptions an instance is an open sequence of the ledger, which is reason enough.
    select instances.*
    from {{ ref('resequencer__instances') }} as instances
    left anti join {{ ref('int_resequencer__ordered_instances') }} as ordered on instances.instance_uid = ordered.instance_uid

),

suspended as (

    select * from {{ ref('resequencer__instances_suspended') }}

),

waiting as (

    select distinct instance_uid from {{ ref('resequencer__subscription') }}

),

told as (

    -- What an action has made, or changed.
    select distinct instance_uid from {{ ref('resequencer__instance_history') }}
    where changed_by not in ('routing', 'settings')

),

open_failures as (

    select report_instance_uid from {{ ref('resequencer__routing_failure') }}
    where status = 'open'

),

validation_errors as (

    select
        alive.instance_uid,
        alive.state,
        suspended.reason
    from alive
    left join suspended on alive.instance_uid = suspended.instance_uid
    left join waiting on alive.instance_uid = waiting.instance_uid
    left join told on alive.instance_uid = told.instance_uid
    left join open_failures on alive.instance_uid = open_failures.report_instance_uid
    where
        case
            when alive.subscription is null then open_failures.report_instance_uid is null
            when alive.state in (4, 32) then alive.reference_count = 0 and suspended.reason is distinct from 'suspended'
            else alive.reference_count = 0 and waiting.instance_uid is null and told.instance_uid is null
        end

)

select * from validation_errors
