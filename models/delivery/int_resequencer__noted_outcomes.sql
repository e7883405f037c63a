{{ config(materialized='ephemeral') }}

{#-
    What is reported of messages, as far as it tells whether their sequences are silent (expire_after with reopen): one report after the
    other. As int_resequencer__silences has it (macro heard_by_the_clock), which comes too late to say what begins when.
-#}
{%- set fields = ['attempts', 'is_failing', 'is_over', 'is_again', 'events'] %}
with followed as (

    select * from {{ ref('int_resequencer__noted_reports') }}

),

heard as (

    -- events: each report that mattered. failing: it leaves its message unsettled; settled: it is not, by this.
    select
        followed.sequence_key,
        followed.subject,
        aggregate(
            followed.reports,
            struct(
                coalesce(followed.heard.attempts, 1L) as attempts, coalesce(followed.heard.is_failing, false) as is_failing,
                coalesce(followed.heard.is_over, false) as is_over, coalesce(followed.heard.is_again, false) as is_again,
                cast(array() as array<struct<moment: {{ row_type('moment') }}, action: string>>) as events
            ),
            (state, report) -> case
                when report.what = 'skip' and state.is_failing then {{ state_with(fields, is_over='true', is_failing='false',
                    events="array_append(state.events, struct(report.moment as moment, 'settled' as action))") }}
                when report.what = 'resend' and not state.is_failing
                    then {{ state_with(fields,
                        attempts='state.attempts + case when state.is_over then 0 else 1 end', is_again='state.is_over'
                    ) }}
                when report.what in ('skip', 'resend') or (state.is_over and not state.is_again) then state
                when
                    state.is_again or report.what = 'delivered'
                    or (order_groups.on_failure not in ('suspend', 'park') and state.attempts >= order_groups.max_attempts)
                    then {{ state_with(fields, is_over='true', is_again='false', is_failing='false',
                        events="array_append(state.events, struct(report.moment as moment, 'settled' as action))") }}
                else {{ state_with(fields, attempts='state.attempts + 1', is_failing='true',
                    events="array_append(state.events, struct(report.moment as moment, 'failing' as action))") }}
            end
        ).events as events
    from followed
    inner join {{ ref('int_resequencer__order_groups') }} as order_groups
        on followed.order_group = order_groups.order_group and order_groups.reopens and order_groups.expire_us is not null

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
