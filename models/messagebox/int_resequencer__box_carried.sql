{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    What the batch before left open: one row is a reference that is not done, or an instance that has not ended. An instance that was made
    for one message, and of which nothing else is to be said, has no row of its own. The number of the last batch of the run before spares the
    files of older ones.
-#}
{%- set run = messagebox_run() %}
-- computed once
with wave as (

    select * from {{ ref('int_resequencer__wave') }}

),

final as (

    select
        box.disposition,
        box.component,
        box.reference,
        case
            when box.disposition = 'instance' then box.instance
            when box.kind = 'simple' then {{ box_struct('instance', {
                'instance': 'box.reference.instance', 'founder': 'box.reference.founder', 'subscription': 'box.subscription', 'version': 'box.reference.version',
                'state': "case box.reference.queue when 'Q' then 256 else 4 end", 'reason': "case box.reference.queue when 'QS' then box.reference.reason end",
                'created_us': 'box.reference.at_us', 'changed_us': 'box.reference.at_us', 'reference_count': 1,
            }) }}
        end as instance,
        coalesce(box.spells, cast(array() as array<{{ box_type('spell') }}>)) as spells,
        box.kind
    from {{ messagebox_relation() }} as box
    inner join wave on box.batch_group = wave.previous
    where box.disposition in ('open', 'instance') and box.batch_group >= {{ run.last or 0 }}

)

select * from final
