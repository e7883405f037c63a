{% macro suspension_of(state, step) -%}
    {#- What a state of an earlier run says of the gap that suspends its sequence (row suspension), in positions. Null if none does. -#}
    case when {{ state }}.suspended_at is not null then struct(
        {{ position_of(state ~ '.suspended_at', step) }} as from_position, {{ position_of(state ~ '.suspended_by', step) }} as below_position
    ) end
{%- endmacro %}
