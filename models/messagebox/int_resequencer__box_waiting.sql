{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Messages that wait for a later batch: one row is one whose time the clock has not reached, or that comes after this batch of the run. -#}
{%- set run = messagebox_run() %}
-- depends_on: {{ ref('int_resequencer__box_run') }}
with arriving as (

    select * from {{ ref('int_resequencer__matched') }}
    where not is_now

),

left_over as (

    -- Of those that this run does not read again.
    select
        intake,
        place,
        moment
    from {{ messagebox_relation() }}
    where
        disposition = 'after_clock' and batch_group = {{ (run.last or 0) if not run.is_rebuild else 0 }}
        and intake <= {{ run.arrivals_from if run.arrivals_from is not none else 'null' }}
        and intake not in ({% for intake in run.waiting %}{{ intake }}, {% endfor %}-1)

),

final as (

    select
        intake,
        place,
        at
    from arriving
    union all
    select
        intake,
        place,
        moment as at
    from left_over

)

select * from final
