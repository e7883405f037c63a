{% macro candidate_as_subject(event_fields) -%}
    {#-
        In the fold of int_resequencer__restarts, the candidate as it waits no longer (row event): stopped by a timer it stands just before
        that, else just before the event, which may confirm it.
    -#}
    {{- row_with('state.candidate', event_fields,
        stands_at='case when state.stops_us <= event.came_at.us then ' ~ just_before_timer('state.stops_us') ~ ' else ' ~ just_before('event.came_at') ~ ' end',
        judged_as="case
            when coalesce(state.stops_us <= event.came_at.us, false) or event.action <> 'message' then 'refuted'
            when event.position = case
                when state.candidate.position = rules.wrap_at - 1 then rules.wrap_to else try_add(state.candidate.position, 1)
            end then 'opens'
            else 'refuted'
        end",
        bakes_us='state.candidate.bakes_us + least(state.stops_us, event.came_at.us) - state.candidate.came_at.us'
    ) -}}
{%- endmacro %}
