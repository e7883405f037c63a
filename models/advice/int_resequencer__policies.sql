{{ config(enabled=settings().python_models and settings().advice) }}

with final as (

    {{ policies_relation() }}

)

select * from final
