{% macro place_of_event(own_us, rank, intake, place, clock_before='clock_before', run='run', turn='0') -%}
    {#-
        Where an event stands in the one order of all (contract: time, came in time or late, run that took it in if late, rank, own time,
        intake, place). Late is what lies at or before the clock of the run before; its time is then that clock. `turn`: of several that
        one action asks for.
    -#}
    cast(named_struct(
        'us', greatest({{ own_us }}, {{ clock_before }}), 'is_late', case when {{ own_us }} <= {{ clock_before }} then 1 else 0 end,
        'run', case when {{ own_us }} <= {{ clock_before }} then {{ run }} else 0 end, 'rank', {{ rank }}, 'own_us', {{ own_us }},
        'intake', {{ intake }}, 'place', {{ place }}, 'turn', {{ turn }}
    ) as {{ box_type('place') }})
{%- endmacro %}
