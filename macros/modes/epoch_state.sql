{% macro epoch_state(threshold='state.threshold', last_position='state.last_position', held='state.held', openings='state.openings', begins_at='state.begins_at', has_ended='state.has_ended', has_begun='state.has_begun', last_us='state.last_us') -%}
    {#- The state of the fold in int_resequencer__openings, but for what is given. -#}
    struct({{ threshold }} as threshold, {{ last_position }} as last_position, {{ held }} as held, {{ openings }} as openings, {{ begins_at }} as begins_at, {{ has_ended }} as has_ended, {{ has_begun }} as has_begun, {{ last_us }} as last_us)
{%- endmacro %}
