{#-
    A sequence is closed only when the turn of its last number has come, and releases nothing above that
    number afterwards. On the table of released messages.

    closures           relation of closed sequences, with last_number and closed_at
    sequence_columns   columns of the model that name a sequence
    closure_columns    the same of the closures (default: equal names)
    number_column      number of a released message
    released_at_column when it was released
    releases_are_kept  false: releases may be forgotten before the closure is (default: true)
-#}
{% test closes_at_last_message(
    model, closures, sequence_columns, number_column, released_at_column, closure_columns=none, releases_are_kept=true
) %}

{%- set closure_columns = closure_columns or sequence_columns %}

with released as (

    select * from {{ model }}

),

validation_errors as (

    -- One row per closed sequence whose last number's turn did not come, or that went on above it.
    select
        {% for column in closure_columns -%}
        closures.{{ column }},
        {% endfor -%}
        closures.last_number,
        max(released.{{ number_column }}) as highest_released
    from {{ closures }} as closures
    left join released
        on {% for column in sequence_columns -%}
        {{ 'and ' if not loop.first }}released.{{ column }} <=> closures.{{ closure_columns[loop.index0] }}
        {% endfor %}
    group by {% for column in closure_columns %}closures.{{ column }}, {% endfor %}closures.last_number
    having
        coalesce(max(released.{{ number_column }}) < closures.last_number, {{ releases_are_kept }})
        or max(
            case
                when released.{{ number_column }} > closures.last_number
                    and released.{{ released_at_column }} > closures.closed_at then 1
            end
        ) = 1

)

select * from validation_errors

{% endtest %}
