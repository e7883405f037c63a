{{ config(materialized='ephemeral') }}

{#- Asked once all that it looks at has been taken in. -#}
{%- set taken_in = [
    ref('resequencer__arrivals') if settings().arrivals_relation is none,
    ref('resequencer__inputs') if has_inputs(),
    ref('resequencer__messagebox') if has_subscriptions(),
] -%}
{%- set batch = current_batch() -%}

-- One literal row: this run.
select
    cast({{ batch.number }} as bigint) as number,
    cast({{ batch.clock_us }} as bigint) as clock_us,
    cast({{ batch.previous | tojson }} as bigint) as previous,
    cast({{ batch.previous_clock_us | tojson }} as bigint) as previous_clock_us,
    cast({{ batch.arrivals_from | tojson }} as bigint) as arrivals_from,
    cast({{ batch.arrivals_to | tojson }} as bigint) as arrivals_to,
    cast({{ batch.inputs_from | tojson }} as bigint) as inputs_from,
    cast({{ batch.inputs_to | tojson }} as bigint) as inputs_to,
    {{ batch.is_rebuild | tojson }} as is_rebuild
