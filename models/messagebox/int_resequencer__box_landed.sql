{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Messages that this run may route: one row is a message that has come since, or has waited for the clock. -#}
{%- set run = messagebox_run() %}
-- planned once
-- depends_on: {{ ref('int_resequencer__box_run') }}
-- depends_on: {{ ref('int_resequencer__wave') }}
with publications as (

    select * from {{ ref('int_resequencer__box_publications') }}

),

final as (

    select * except (intake_cursor, message_uid)
    from publications
    {% if run.arrivals_from is not none -%}
    where
        intake_cursor > {{ cursor_literal(run.arrivals_from) }}
        {%- for intake in run.waiting %}
        or intake_cursor = {{ cursor_literal(intake) }}
        {%- endfor %}
    {%- endif %}

)

select * from final
