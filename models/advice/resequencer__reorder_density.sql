{{ config(enabled=settings().python_models and settings().advice) }}

with reordering as (

    select * from {{ ref('py_resequencer__reordering') }}

),

counted as (

    -- Messages of each sequence by what is measured and its value.
    select
        order_group as ruleset,
        measured.metric,
        counts.value,
        counts.message_count
    from reordering
        lateral view stack(
            3, 'displacement', displacement, 'buffer_occupancy', buffer_occupancy, 'n_reordering', n_reordering
        ) measured as metric, message_counts
        lateral view explode(measured.message_counts) counts as value, message_count

),

summed as (

    select
        ruleset,
        metric,
        value,
        sum(message_count) as message_count
    from counted
    group by ruleset, metric, value

),

totals as (

    -- One row is one ruleset: its messages, repeats left out.
    select
        order_group as ruleset,
        sum(message_count) as total_count
    from reordering
    group by order_group

),

final as (

    select
        summed.ruleset,
        summed.metric,
        summed.value,
        summed.message_count,
        -- A density adds up to 1; of what is 2-reordered everything is 1-reordered, too.
        summed.message_count / case
            when summed.metric = 'n_reordering' then totals.total_count
            else sum(summed.message_count) over (partition by summed.ruleset, summed.metric)
        end as share,
        summed.ruleset as order_group
    from summed
    inner join totals on summed.ruleset = totals.ruleset

)

select * from final
