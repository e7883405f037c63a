{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    Instances that there are, or that this batch may make, by the uids that hosts know them by: one row is an instance. None where nothing that
    has been reported names one.
-#}
{%- set run = messagebox_run() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('resequencer__arrivals') if settings().arrivals_relation is none }}
-- depends_on: {{ ref('int_resequencer__matches') }}
with carried as (

    select * from {{ ref('int_resequencer__box_carried') }}

),

{% if run.names_instances %}
matches as (

    select * from {{ ref('int_resequencer__matches') }}
    where not is_missing

),

founded as (

    -- Instances that there are, or that this batch may make, by what makes them.
    select
        component,
        instance.instance,
        instance.founder
    from carried
    where instance is not null
    union all
    select
        component,
        instance,
        {{ box_struct('founder', {'intake': 'intake', 'place': 'place', 'message_id': 'message_id', 'subscription': 'subscription'}) }} as founder
    from matches
    where mode in ('plain', 'line')

),

final as (

    -- With the uids that hosts know them by.
    select
        founded.*,
        coalesce(founded.founder.given, {{ instance_uid('founded.founder') }}) as instance_uid
    from founded
    {{ founders_join('founded.founder') }}

)
{% else %}
final as (

    select
        cast(null as string) as component,
        cast(null as string) as instance,
        cast(null as {{ box_type('founder') }}) as founder,
        cast(null as string) as instance_uid
    from carried
    where false

)
{% endif %}

select * from final
