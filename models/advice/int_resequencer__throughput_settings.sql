{%- set throughput = settings().throughput -%}
{%- set own_attempts = ref('int_resequencer__begun_attempts') -%}
{{ config(enabled=settings().python_models and settings().advice and throughput is not none) }}

with final as (

    select
        {{ sql_text(throughput.attempts or (own_attempts | string if settings().deliveries is not none else none)) }} as attempts,
        cast({{ throughput.service_us if throughput.service_us is not none else 'null' }} as bigint) as service_us,
        cast({{ throughput.service_variation }} as double) as service_variation,
        cast({{ throughput.failure_rate }} as double) as failure_rate,
        {{ throughput.max_attempts }} as max_attempts,
        cast({{ throughput.wait_us }} as bigint) as wait_us,
        cast({{ throughput.every_us if throughput.every_us is not none else 'null' }} as bigint) as every_us,
        {{ throughput.most_consumers }} as most_consumers,
        array({{ throughput.consumers | join(', ') }}) as consumers,
        cast(array({{ throughput.pressure_levels | join(', ') }}) as array<double>) as pressure_levels

)

select * from final
