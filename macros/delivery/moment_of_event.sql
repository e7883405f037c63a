{% macro moment_of_event() -%}
    {#- In the fold of delivery_rows: where the event stands among all that came. -#}
    {{- 'struct(event.at_us as arrival_us, ' ~ intake_of_input('event.intake', 'event.rank = 2') ~ ' as intake, event.place as place)' -}}
{%- endmacro %}
