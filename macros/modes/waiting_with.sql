{% macro waiting_with(last_known) -%}
    {#-
        What waits after an event, as SQL within the fold of int_resequencer__thrown_out: in the order of its numbers, up to the last one. What comes
        has a place of its own, or repeats what waits, or takes its place (duplicates: replace); what comes for a number that has had its turn, or
        after the end, does not wait.
    -#}
    {%- set same = 'waiting.position = event.position and (is_contiguous or waiting.dedupe_id = event.dedupe_id)' -%}
    {%- set newcomer -%}
    struct(
        event.position, event.came_at, event.bakes_us, event.dedupe_id, event.body_hash, event.action = 'fill' as is_fill,
        cast(array() as array<{{ row_type('removed') }}>) as others
    )
    {%- endset -%}
    filter(
        case
            when coalesce(event.position <= state.threshold, false) or coalesce(event.came_at.us >= ends_us, false) then state.held
            when coalesce(event.position > try_element_at(state.held, -1).position, true) then array_append(state.held, {{ newcomer }})
            when exists(state.held, waiting -> {{ same }}) then transform(state.held, waiting -> case
                when not ({{ same }}) or event.action = 'fill' then waiting
                else struct(
                    waiting.position, case when replaces and not waiting.is_fill then event.came_at else waiting.came_at end as came_at,
                    waiting.bakes_us, waiting.dedupe_id, case when replaces then event.body_hash else waiting.body_hash end as body_hash, waiting.is_fill,
                    array_append(waiting.others, struct(
                        case when replaces and not waiting.is_fill then waiting.came_at else event.came_at end as came_at,
                        case
                            when replaces and not waiting.is_fill then 'replaced'
                            when is_contiguous and waiting.body_hash <> event.body_hash then 'conflicting_duplicate'
                            else 'duplicate'
                        end as reason,
                        case when replaces and not waiting.is_fill then event.came_at end as removed_at
                    )) as others
                )
            end)
            else concat(
                filter(state.held, waiting -> waiting.position <= event.position), array({{ newcomer }}),
                filter(state.held, waiting -> waiting.position > event.position)
            )
        end,
        waiting -> coalesce(waiting.position <= {{ last_known }}, true)
    )
{%- endmacro %}
