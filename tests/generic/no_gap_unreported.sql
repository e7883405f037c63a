{#-
    Between two numbers of a sequence that came, every number that did not is in the table of missing
    ranges. On the table of released messages.

    missing_ranges    relation with range_start, range_end
    also_received     relations of what came but was not released (list)
    sequence_columns  columns that name a sequence, in all of them
    number_column     number of a message
    step              between consecutive numbers (default 1)
-#}
{% test no_gap_unreported(model, missing_ranges, sequence_columns, number_column, also_received=[], step=1) %}

{%- set sequence = sequence_columns | join(', ') %}

with received as (

    select
        {{ sequence }},
        {{ number_column }} as number_
    from {{ model }}
    where {{ number_column }} is not null
    {% for relation in also_received %}
    union
    select
        {{ sequence }},
        {{ number_column }}
    from {{ relation }}
    where {{ number_column }} is not null
    {% endfor %}

),

neighbours as (

    select
        *,
        lag(number_) over (partition by {{ sequence }} order by number_ asc) as previous_number
    from received

),

gaps as (

    select
        *,
        previous_number + {{ step }} as gap_start,
        number_ - {{ step }} as gap_end
    from neighbours
    where number_ - previous_number > {{ step }}

),

reported as (

    select
        {% for column in sequence_columns -%}
        gaps.{{ column }},
        {% endfor -%}
        gaps.gap_start,
        gaps.gap_end,
        sum(cast(least(missing.range_end, gaps.gap_end) as decimal(20, 0)) - greatest(missing.range_start, gaps.gap_start) + {{ step }}) as reported
    from gaps
    left join {{ missing_ranges }} as missing
        on {% for column in sequence_columns -%}
        missing.{{ column }} <=> gaps.{{ column }} and
        {% endfor -%}
        missing.range_start <= gaps.gap_end and missing.range_end >= gaps.gap_start
    group by {% for column in sequence_columns %}gaps.{{ column }}, {% endfor %}gaps.gap_start, gaps.gap_end

),

validation_errors as (

    select *
    from reported
    where coalesce(reported, 0) <> cast(gap_end as decimal(20, 0)) - gap_start + {{ step }}

)

select * from validation_errors

{% endtest %}
