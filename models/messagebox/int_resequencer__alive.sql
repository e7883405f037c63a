{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Instances that have not ended: one row is one of them, with the references that it still has. Reports of routing failures are among them. -#}
with box as (

    select * from {{ ref('resequencer__messagebox') }}
    where batch_group = {{ newest_box_batch() }}

),

open_references as (

    select
        reference.instance as instance_key,
        count(*) as reference_count
    from box
    where disposition = 'open' and reference.instance <> ''
    group by reference.instance

),

made as (

    -- With a row of its own, or as routing made it.
    select
        instance.instance as instance_key,
        instance.founder,
        instance.subscription,
        instance.state,
        instance.reason,
        instance.created_us,
        instance.changed_us,
        instance.process_id,
        instance.error_code,
        instance.error_description,
        instance.version
    from box
    where disposition = 'instance'
    union all
    select
        reference.instance as instance_key,
        reference.founder,
        subscription,
        case reference.queue when 'Q' then 256 else 4 end as state,
        reference.reason,
        reference.at_us as created_us,
        reference.at_us as changed_us,
        cast(null as string) as process_id,
        cast(null as string) as error_code,
        cast(null as string) as error_description,
        reference.version
    from box
    where disposition = 'open' and kind = 'simple'

),

of_messages as (

    select
        made.*,
        coalesce(made.founder.given, {{ instance_uid('made.founder') }}) as instance_uid,
        coalesce(open_references.reference_count, 0) as reference_count
    from made
    {{ founders_join('made.founder') }}
    left join open_references on made.instance_key = open_references.instance_key

),

failures as (

    select
        box.*,
        {{ messagebox_uid('instance', "concat(" ~ founder_message_uid('box') ~ ", '/routing-failure')") }} as instance_uid
    from box
    {{ founders_join('box') }}
    where box.disposition = 'failure'

),

final as (

    select
        versions.host,
        of_messages.instance_uid,
        versions.service,
        versions.class,
        of_messages.process_id,
        of_messages.state,
        of_messages.subscription,
        of_messages.reason,
        of_messages.error_code,
        of_messages.error_description,
        of_messages.created_us,
        of_messages.changed_us,
        of_messages.reference_count
    from of_messages
    -- As the subscription was when it made the instance: what changes later moves none.
    left join {{ ref('resequencer__subscription_versions') }} as versions
        on of_messages.subscription = versions.subscription and of_messages.version = versions.version
    union all
    select
        host,
        instance_uid,
        service,
        class,
        process_id,
        state,
        subscription,
        reason,
        cast(null as string) as error_code,
        cast(null as string) as error_description,
        created_us,
        changed_us,
        reference_count
    from {{ ref('int_resequencer__ordered_instances') }}
    union all
    select
        cast(null as string) as host,
        instance_uid,
        'RoutingFailureReport' as service,
        'routing_failure' as class,
        cast(null as string) as process_id,
        32 as state,
        cast(null as string) as subscription,
        reason,
        cast(null as string) as error_code,
        {{ routing_failure_advice('reason') }} as error_description,
        at_us as created_us,
        at_us as changed_us,
        1 as reference_count
    from failures

)

select * from final
