{#-
    Every arrival has exactly one verdict, and every verdict one arrival. On the table of verdicts.

    arrivals         relation of what arrived
    arrival_columns  columns that tell arrivals apart, in both
    arrivals_where   which arrivals should have one by now (default: all)
    verdicts_where   which rows of the model are verdicts (default: all)
-#}
{% test one_verdict_per_arrival(model, arrivals, arrival_columns, arrivals_where='true', verdicts_where='true') %}

with arrivals as (

    select
        {{ arrival_columns | join(', ') }},
        count(*) as arrival_count
    from {{ arrivals }}
    where {{ arrivals_where }}
    group by {{ arrival_columns | join(', ') }}

),

verdicts as (

    select
        {{ arrival_columns | join(', ') }},
        count(*) as verdict_count
    from {{ model }}
    where {{ verdicts_where }}
    group by {{ arrival_columns | join(', ') }}

),

validation_errors as (

    select
        {% for column in arrival_columns -%}
        coalesce(arrivals.{{ column }}, verdicts.{{ column }}) as {{ column }},
        {% endfor -%}
        arrival_count,
        verdict_count
    from arrivals
    full outer join verdicts
        on {% for column in arrival_columns -%}
        {{ 'and ' if not loop.first }}arrivals.{{ column }} <=> verdicts.{{ column }}
        {% endfor %}
    where coalesce(arrival_count, 0) <> coalesce(verdict_count, 0)

)

select * from validation_errors

{% endtest %}
