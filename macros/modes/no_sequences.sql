{% macro no_sequences() -%}
    {#- In place of a step that no ruleset asks for: no row, with the columns that others join it by, as SQL. -#}
with final as (

    select
        cast(null as bigint) as sequence_key,
        cast(null as string) as group_key
    where false

)
{%- endmacro %}
