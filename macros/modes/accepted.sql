{% macro accepted(fields) -%}
    {#-
        In the fold of int_resequencer__restarts, the state once the subject has come in its epoch: held unless that refuses it, which last number
        counts, what later numbers are compared with, and what is to be said of the message itself.
    -#}
    {%- set last_now = 'coalesce(state.last_position, case when state.ended_us is null and not state.subject.is_refused then state.subject.announced end)' -%}
    {#- Nothing comes in an epoch that has ended. -#}
    {%- set is_held = 'state.ended_us is null and not state.subject.is_refused and coalesce(state.subject.number <= coalesce(state.last_position, state.subject.announced), true)' -%}
    {{- state_with(fields,
        has_begun="state.has_begun or state.subject.action = 'message'",
        last_position=last_now,
        reference="case
            when rules.backward is not null or rules.wrap_at is null then " ~ capped("greatest(state.reference, case when " ~ is_held ~ " and coalesce(state.subject.judged_as, '') <> 'refuted' then state.subject.number end)", last_now) ~ '
            else state.subject.number
        end',
        held='filter(
            case
                when ' ~ is_held ~ ' and coalesce(state.subject.number > state.threshold, true)
                    and not exists(state.held, waiting -> waiting.position = state.subject.number and waiting.body_hash is not null) then array_append(state.held, struct(state.subject.number as position, state.subject.bakes_us as bakes_us, state.subject.body_hash as body_hash))
                else state.held
            end,
            waiting -> (rules.holds_whole or coalesce(waiting.position > state.threshold, true)) and coalesce(waiting.position <= ' ~ last_now ~ ', true)
        )',
        came="case
            when rules.reopen_after_us is not null and state.subject.action = 'message' and " ~ is_held ~ ' then array_append(state.came, state.subject.number)
            else state.came
        end',
        placed="case
            when state.subject.action = 'message' and (rules.wrap_at is not null or state.subject.is_too_far or state.subject.judged_as is not null)
                then array_append(state.placed, struct(
                    state.subject.came_at as came_at, state.subject.stands_at as moved_to, state.subject.number as number,
                    case when state.subject.is_too_far then 'too_far_ahead' end as rejected_as, coalesce(state.subject.judged_as = 'refuted', false) as is_unconfirmed
                ))
            else state.placed
        end"
    ) -}}
{%- endmacro %}
