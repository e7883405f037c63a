{% macro begun_epoch(fields, event_fields) -%}
    {#-
        In the fold of int_resequencer__restarts, the state as the subject opens an epoch: what that expects first, and with start: auto that
        all below the number which a restart opened it with counts as passed over.
    -#}
    {{- state_with(fields,
        openings="array_append(state.openings, struct(
            state.subject.stands_at as opened_at,
            case when state.subject.opens = 'reopen' then rules.start_position else state.subject.position end as begins_at, state.subject.opens as opened_by
        ))",
        threshold="case when rules.start_position is null and state.subject.opens in ('restart', 'behind') then try_subtract(state.subject.position, 1) end",
        begins_at="case
            when state.subject.opens = 'reopen' then rules.start_position
            when rules.start_position is not null or state.subject.opens = 'reset' then state.subject.position
        end",
        last_position='cast(null as bigint)', held='slice(state.held, 1, 0)', reference='cast(null as bigint)', ended_us='cast(null as bigint)',
        last_us='state.subject.stands_at.us', came='slice(state.came, 1, 0)', came_up_to='cast(null as bigint)', missing='slice(state.missing, 1, 0)',
        subject=row_with('state.subject', event_fields, judged_as="'confirmed'")
    ) -}}
{%- endmacro %}
