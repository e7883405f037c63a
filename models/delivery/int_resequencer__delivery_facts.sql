{{ config(materialized='ephemeral') }}

{#- What the ledger keeps of deliveries and actions (row attempt). One row is one thing that happened, or that stands till the next run. -#}
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
            transform(coalesce(course.ended_attempts, array()), one -> {{ message_fact({
                'fact': "'attempt'", 'attempt': 'one.attempt', 'sent_us': 'one.sent.us', 'outcome': 'one.outcome', 'at_us': 'one.at.us', 'detail': 'one.report.input.detail',
                'input': 'one.report.input', 'input_intake': 'one.report.intake', 'input_place': 'one.report.place',
            }) }}),
            array_compact(array(
                case when course.dead is not null then {{ message_fact({
                    'fact': "'dead_letter'", 'attempt': 'course.dead.attempt', 'sent_us': 'course.dead.sent.us', 'outcome': "'failed'", 'at_us': 'course.dead.at.us',
                    'detail': 'course.dead.report.input.detail', 'input': 'course.dead.report.input',
                    'input_intake': 'course.dead.report.intake', 'input_place': 'course.dead.report.place',
                }) }} end,
                case when is_followed then {{ message_fact({
                    'fact': "case when course.is_open then 'flight' else 'course' end", 'attempt': 'course.attempt', 'sent_us': 'course.sent.us',
                    'course': course_to_carry(),
                }) }} end,
                followed.aside
            )),
            transform(in_vain, report -> {{ attempt_of(none, {
                'fact': "'rejected'", 'reason': "'no_attempt'", 'at_us': 'report.at_us', 'detail': "concat('nothing sent of ', report.input.message_id, ' waits for an outcome')",
                'input': 'report.input', 'input_intake': 'report.intake', 'input_place': 'report.place',
            }) }})
        )) facts as delivery_fact

),

asked as (

    -- One row per sequence that operators act on: when what they did took effect, on failed messages, on the sequence, or on missing numbers.
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
            collect_set(case when kind = 'fill' and entry.is_in_line and coalesce(entry.came_at < ended.moment, true) then entry.came_at end)
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
    lateral view explode(transform(actions, report -> {{ attempt_of(none, {
            'fact': "case when array_contains(effects, report.moment) then 'applied' else 'rejected' end",
            'reason': "case when array_contains(effects, report.moment) then null when began_at < report.moment then 'not_applicable' else 'unknown_sequence' end",
            'detail': "case when array_contains(effects, report.moment) then null when began_at < report.moment then"
                ~ " case report.what when 'terminate' then 'the sequence has ended' when 'close' then 'the sequence has ended'"
                ~ " when 'reset' then 'no sequence of this ruleset begins at such a number' else concat('there is nothing to ', report.what) end"
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
