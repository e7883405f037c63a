{% macro suspension_of(state, order_group) -%}
    {#-
        What a state of an earlier run says of the gap that suspends its sequence (row suspension), in positions. Null if none does, or where the
        order group stands in no more.
    -#}
    case when {{ state }}.suspended_at is not null and {{ order_group }}.max_stand_ins is not null then struct(
        {{ position_of(state ~ '.suspended_at', order_group ~ '.step') }} as from_position, {{ position_of(state ~ '.suspended_by', order_group ~ '.step') }} as below_position
    ) end
{%- endmacro %}
