{% macro opened_by() -%}
    {#-
        In the fold of int_resequencer__restarts, what the subject opens an epoch by: reset; restart, or behind an end that has come before;
        reopen; candidate: it may, once it is confirmed. Null: it opens none. What no epoch would take (above the last number that it
        announces, or announcing two) opens none.
    -#}
    {%- set compared_with = 'coalesce(state.reference, state.begins_at)' -%}
    {%- set restart = "case when state.threshold >= state.last_position then 'behind' else 'restart' end" -%}
    {%- set may_open -%}state.subject.judged_as is null and rules.restarts
                                and (rules.start_position is null or not (coalesce(state.subject.total < 1, false) or coalesce(state.subject.is_last and state.subject.total <> 1, false)))
    {%- endset -%}
    {%- set as_first = extended_number('state.subject.position', 'rules.start_position') -%}
    case
                            when state.subject.action = 'reset' then case when state.has_begun then 'reset' end
                            when state.subject.action <> 'message' or state.subject.judged_as = 'confirmed' then null
                            when state.subject.judged_as = 'opens' then {{ restart }}
                            when
                                {{ may_open }}
                                and (
                                    coalesce(state.subject.stands_at.us >= state.arrived_us + rules.silence_us, false)
                                    or (rules.begins_by_repeat and exists(
                                        state.held, waiting -> waiting.position = state.subject.number and waiting.body_hash <> state.subject.body_hash
                                            and case when rules.holds_whole then state.ended_us is null else coalesce(waiting.position > state.threshold, true) end
                                    ))
                                )
                                then {{ restart }}
                            when
                                {{ may_open }}
                                and case
                                    when rules.wrap_at is null
                                        then {{ is_beyond('state.subject.number', compared_with, 'rules.forward') }} or {{ is_beyond(compared_with, 'state.subject.number', 'rules.backward') }}
                                    else coalesce(
                                        pmod(state.subject.position - {{ compared_with }}, (rules.wrap_at - rules.wrap_to)) > rules.forward
                                        and (rules.wrap_at - rules.wrap_to) - pmod(state.subject.position - {{ compared_with }}, (rules.wrap_at - rules.wrap_to)) > rules.backward, false
                                    )
                                end
                                then 'candidate'
                            when not rules.reopens or state.ended_us is null then null
                            when
                                state.subject.stands_at.us < state.ended_us + rules.reopen_after_us
                                and (
                                    array_contains(state.came, state.subject.number)
                                    or exists(state.held, waiting -> waiting.body_hash is not null and waiting.position = state.subject.number)
                                    or (
                                        state.subject.number <= state.came_up_to and coalesce(state.subject.number >= state.begins_at, true)
                                        and not exists(state.missing, gap -> state.subject.number between gap.range_start and gap.range_end)
                                    )
                                )
                                then null
                            else transform(array({{ as_first }}), number -> case
                                when number < rules.start_position or number > try_add(rules.start_position, state.subject.total - 1)
                                    or (state.subject.is_last and number <> try_add(rules.start_position, state.subject.total - 1))
                                    or {{ is_beyond('number', 'rules.start_position', 'rules.max_gap') }} then null
                                else 'reopen'
                            end)[0]
                        end
{%- endmacro %}
