{% macro epoch_opened(begins_at) -%}
    {#- The state of the fold in epoch_rows once the event has opened an epoch. -#}
    {{- epoch_state({
        'threshold': 'cast(null as bigint)', 'last_number': 'cast(null as bigint)', 'held': 'slice(state.held, 1, 0)', 'begins_at': begins_at, 'has_ended': 'false',
        'openings': 'array_append(state.openings, struct(event.arrival_us, event.intake, event.place))',
    }) -}}
{%- endmacro %}
