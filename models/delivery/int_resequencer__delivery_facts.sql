{{ config(materialized='ephemeral') }}

{#- What the ledger keeps of deliveries and actions (row attempt). One row is one thing that happened, or that stands till the next run. -#}
{%- set of_message = {
    'number': 'number', 'intake': 'intake', 'place': 'place', 'message_id': 'coalesce(entry.message.message_id, followed.message_id)',
    'ruleset': 'coalesce(entry.message.ruleset, followed.ruleset)', 'epoch': 'epoch',
} %}
{#- How a message stands as the run ends (row course). -#}
{% set course_to_carry -%}
    named_struct(
            'release_position', release_position, 'attempt', coalesce(course.attempt, 0), 'sent', course.sent, 'is_open', coalesce(course.is_open, false),
            'is_settled', coalesce(course.is_settled, false), 'settled_at', course.settled_at, 'is_failed', coalesce(course.is_failed, false),
            'failed_at', course.failed_at, 'is_dead', coalesce(course.is_dead, false), 'due', course.due, 'final_at', course.final_at, 'ended', ended_at,
            'waiting', case when start is null then reports when is_finished then slice(reports, 1, 0) else course.waiting end,
            'counted', coalesce(course.counted, array()),
            'heard', case when said.attempts is not null then struct(said.attempts, said.is_failing, said.is_over, said.is_again) end
        )
{%- endset %}
{#- Where operators do not end or begin sequences (int_resequencer__turning), by order group. -#}
{%- set unturned = turned_away() %}

with courses as (

    select * from {{ ref('int_resequencer__courses') }}

),

of_messages as (

    -- One row per fact about a message: its attempts, whether it became a dead letter, how it stands, and what is reported in vain.
    select
        sequence_key,
        order_group,
        group_key,
        followed.raw_record,
        facts.delivery_fact
    from courses
        lateral view explode(concat(
            transform(coalesce(course.ended_attempts, array()), one -> {{ attempt_of(dict(of_message,
                fact="'attempt'", attempt='one.attempt', sent_us='one.sent.us', outcome='one.outcome', at_us='one.at.us', detail='one.report.input.detail',
                input='one.report.input', input_intake='one.report.intake', input_place='one.report.place'
            )) }}),
            array_compact(array(
                case when course.dead is not null then {{ attempt_of(dict(of_message,
                    fact="'dead_letter'", attempt='course.dead.attempt', sent_us='course.dead.sent.us', outcome="'failed'", at_us='course.dead.at.us',
                    detail='course.dead.report.input.detail', input='course.dead.report.input',
                    input_intake='course.dead.report.intake', input_place='course.dead.report.place'
                )) }} end,
                case when is_followed then {{ attempt_of(dict(of_message,
                    fact="case when course.is_open then 'flight' else 'course' end", attempt='course.attempt', sent_us='course.sent.us',
                    course=course_to_carry
                )) }} end,
                followed.aside
            )),
            transform(in_vain, report -> {{ attempt_of({
                'fact': "'rejected'", 'reason': "'no_attempt'", 'at_us': 'report.at_us', 'detail': "concat('nothing sent of ', report.input.message_id, ' waits for an outcome')",
                'input': 'report.input', 'input_intake': 'report.intake', 'input_place': 'report.place',
            }) }})
        )) facts as delivery_fact

),

asked as (

    -- One row per sequence that operators act on: when what they did took effect, on failed messages, on the sequence, or on missing
    -- numbers.
    select
        sequence_key,
        first(order_group, true) as order_group,
        first(group_key, true) as group_key,
        first(actions, true) as actions,
        min(opened_at) as began_at,
        concat(
            flatten(collect_list(course.acted)),
            collect_set(ended.moment),
            collect_set(opened_at),
            collect_set(
                case
                    when kind = 'message' and entry.rejected_as = 'dropped' and coalesce(entry.aside.removed_at < ended.moment, true)
                        then entry.aside.removed_at
                end
            ),
            collect_set(
                case when kind = 'fill' and entry.is_in_line and coalesce(entry.came_at < ended.moment, true) then entry.came_at end
            )
        ) as effects
    from courses
    where size(actions) > 0
    group by sequence_key

),

of_actions as (

    -- One row per action.
    select
        sequence_key,
        order_group,
        group_key,
        cast(null as string) as raw_record,
        facts.delivery_fact
    from asked
        lateral view explode(transform(actions, report -> {{ attempt_of({
            'fact': "case when array_contains(effects, report.moment) then 'applied' else 'rejected' end",
            'reason': "case when array_contains(effects, report.moment) then null when began_at < report.moment then 'not_applicable' else 'unknown_sequence' end",
            'detail': "case when array_contains(effects, report.moment) then null when began_at < report.moment then"
                ~ " case " ~ unturned ~ "when report.what in ('terminate', 'close') then 'the sequence has ended'"
                ~ " when report.what = 'reset' then 'no sequence of this ruleset begins at such a number' else concat('there is nothing to ', report.what) end"
                ~ " else 'nothing of it has come yet' end",
            'at_us': 'report.at_us', 'input': 'report.input', 'input_intake': 'report.intake', 'input_place': 'report.place',
        }) }})) facts as delivery_fact

),

final as (

    select * from of_messages
    union all
    select * from of_actions

)

select * from final
