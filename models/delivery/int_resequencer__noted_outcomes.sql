{{ config(materialized='ephemeral') }}

{#-
    What is reported of messages, as far as it tells whether their sequences are silent (expire_after with reopen): one report after the
    other. As int_resequencer__silences has it (by the same macro heard_next), which comes too late to say what begins when.
-#}
{%- set fields = ['attempts', 'is_failing', 'is_over', 'is_again', 'events'] %}
{%- set settled = {'events': "array_append(state.events, struct(report.moment as moment, 'settled' as action))"} %}
{%- set failing = {'events': "array_append(state.events, struct(report.moment as moment, 'failing' as action))"} %}
with followed as (

    -- Of sequences that expire and begin again, with how many failures they bear.
    select
        reports.*,
        order_groups.on_failure,
        order_groups.max_attempts
    from {{ ref('int_resequencer__noted_reports') }} as reports
    inner join {{ ref('int_resequencer__order_groups') }} as order_groups
        on reports.order_group = order_groups.order_group and order_groups.reopens and order_groups.expire_us is not null

),

heard as (

    -- events: each report that mattered. failing: it leaves its message unsettled; settled: it is not, by this.
    select
        sequence_key,
        subject,
        aggregate(
            reports,
            struct(
                coalesce(heard.attempts, 1L) as attempts, coalesce(heard.is_failing, false) as is_failing,
                coalesce(heard.is_over, false) as is_over, coalesce(heard.is_again, false) as is_again,
                cast(array() as array<struct<moment: {{ row_type('moment') }}, action: string>>) as events
            ),
            (state, report) -> {{ heard_next(fields, skipped=settled, settled=settled, failed=failing) }}
        ).events as events
    from followed

),

final as (

    select
        sequence_key,
        one.event.moment,
        one.event.action,
        subject
    from heard
        lateral view explode(events) one as event

)

select * from final
