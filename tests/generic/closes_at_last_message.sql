{#-
    A closed sequence has released nothing above its last number. On the table of released messages.

    closures          relation of closed sequences, with last_number
    sequence_columns  columns that name a sequence, in both
    number_column     number of a released message
-#}
{% test closes_at_last_message(model, closures, sequence_columns, number_column, last_column='last_number') %}

with released as (

    select
        {{ sequence_columns | join(', ') }},
        max({{ number_column }}) as highest_released
    from {{ model }}
    group by {{ sequence_columns | join(', ') }}

),

validation_errors as (

    -- Closed, but the turn of the last number did not come, or something above it left.
    select
        {% for column in sequence_columns -%}
        closures.{{ column }},
        {% endfor -%}
        closures.{{ last_column }},
        released.highest_released
    from {{ closures }} as closures
    left join released
        on {% for column in sequence_columns -%}
        {{ 'and ' if not loop.first }}released.{{ column }} <=> closures.{{ column }}
        {% endfor %}
    where released.highest_released is null or released.highest_released <> closures.{{ last_column }}

)

select * from validation_errors

{% endtest %}
