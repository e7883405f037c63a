{{
    config(
        materialized='incremental',
        incremental_strategy='insert_overwrite',
        partition_by=['counting_run'],
        full_refresh=false,
        enabled=var('resequencer__counter', none) is not none,
    )
}}

{#-
    A counter: each message of a table gets the next number of its sequence, once. A run numbers what is new (by the cursor) and commits it
    as a partition of its own: killed, it has either happened or not. It reads former runs only, so that run again it gives the same; of two
    at once one stops.
-#}
{%- set counter = settings().counter or {'relation': this, 'cursor': 'counting_run', 'by': 'counting_run', 'order_by': '1'} -%}
{%- set run = counting_run(load_relation(this) if execute else none) -%}

with counted as (

    -- One row per message numbered before.
    {% if is_incremental() -%}
    select * from {{ this }}
    where counting_run < {{ run }}
    {%- else -%}
    select
        *,
        cast(null as bigint) as sequence_number
    from {{ counter.relation }}
    where false
    {%- endif %}

),

messages as (

    -- One row per message that is new.
    select * from {{ counter.relation }}
    where
        {{ counter.cursor }} is not null
        and ({{ counter.cursor }} > (select max(counted.{{ counter.cursor }}) from counted) or (select count(*) from counted) = 0)

),

numbered as (

    {{ next_numbers('messages', 'counted', counter.by, counter.order_by) }}

),

final as (

    select
        *,
        cast({{ run }} as bigint) as counting_run
    from numbered

)

select * from final
{% if is_incremental() -%}
{{ unless_overtaken('select max(newest.counting_run) from ' ~ this ~ ' as newest', run) }}
{%- endif %}
