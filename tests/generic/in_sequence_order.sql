{#-
    Within a sequence, numbers never decrease in the order of position.

    sequence_columns  list of columns that name a sequence
    position_column   the order in which rows left
    number_column     what must not decrease
-#}
{% test in_sequence_order(model, sequence_columns, position_column, number_column) %}

with windowed as (

    select
        {{ sequence_columns | join(', ') }},
        {{ position_column }} as position_,
        {{ number_column }} as number_,
        lag({{ number_column }}) over (
            partition by {{ sequence_columns | join(', ') }} order by {{ position_column }} asc
        ) as previous_number
    from {{ model }}

),

validation_errors as (

    select * from windowed where number_ < previous_number

)

select * from validation_errors

{% endtest %}
