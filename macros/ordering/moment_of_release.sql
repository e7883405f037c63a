{% macro moment_of_release() -%}
    {#-
        The release in the order of events: set off by an arrival, it stands where that stands in the intake;
        set off by a bake time, it comes before everything that arrives at the same moment.
    -#}
    case
        when due_us is null then null
        when is_sequence and island_arrived.arrival_us = due_us then struct(due_us as arrival_us, island_arrived.intake, island_arrived.place)
        when not is_sequence and arrival_us = due_us then struct(due_us as arrival_us, intake, place)
        else struct(due_us as arrival_us, -9223372036854775808 as intake, -9223372036854775808 as place)
    end
{%- endmacro %}
