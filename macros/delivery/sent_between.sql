{% macro sent_between(holds, floor, release_position, ends_before) -%}
    {#-
        When a message is sent, given what holds up its sequence: acknowledged, once all before it are settled; else when it is ready, or at
        the end of the stop that falls into. Stops are passed in the order in which they begin, so one pass finds the first moment outside
        of all.
    -#}
    case
            when is_acknowledged then greatest(
                {{ floor }},
                array_max(transform(filter({{ holds }}, hold -> hold.release_position < {{ release_position }} and hold.ends_before = {{ ends_before }}), hold -> hold.holds_until))
            )
            else aggregate(
                array_sort(transform(
                    filter({{ holds }}, hold -> hold.release_position < {{ release_position }} and hold.ends_before = {{ ends_before }} and hold.holds_from is not null),
                    hold -> struct(hold.holds_from, hold.holds_until)
                )),
                {{ floor }},
                (moment, hold) -> case when hold.holds_from <= moment and moment < hold.holds_until then hold.holds_until else moment end
            )
        end
{%- endmacro %}
