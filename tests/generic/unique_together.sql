{#-
    No two rows agree in all of the columns (nulls agree).

    columns  list of columns, or of expressions
-#}
{% test unique_together(model, columns) %}

with validation_errors as (

    select
        struct({{ columns | join(', ') }}) as doubled,
        count(*) as row_count
    from {{ model }}
    group by {{ columns | join(', ') }}
    having count(*) > 1

)

select * from validation_errors

{% endtest %}
