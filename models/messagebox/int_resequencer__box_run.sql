{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#- Asked once all that it looks at has been taken in. -#}
{%- set taken_in = [
    ref('resequencer__arrivals') if settings().arrivals_relation is none, ref('resequencer__inputs') if has_inputs(), ref('resequencer__subscription_versions'),
] -%}
{%- set run = messagebox_run() -%}

-- One literal row: this run of the MessageBox.
select
    cast({{ run.number }} as bigint) as number,
    cast({{ run.clock_us }} as bigint) as clock_us
