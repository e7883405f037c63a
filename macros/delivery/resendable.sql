{% macro resendable(target) -%}
    {#- Whether an action `event` sends a message again: one that does not stop its sequence, which is for resume to do. -#}
    {{- target ~ '.number between event.from_number and event.to_number and not exists(state.stops, stop -> stop.intake = ' ~ target ~ '.intake and stop.place = ' ~ target ~ '.place)' -}}
{%- endmacro %}
