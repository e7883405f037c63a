{% macro message_meant(messages, named_key, delivered_before) -%}
    {#-
        Of several messages with one id the one that is meant: of those that had come by then, in the sequence that is named, or else in the
        one that had come to last; in one sequence the first in line that had not been delivered before.
    -#}
    element_at(
            transform(
                array(array_sort(filter(
                    {{ messages }},
                    one -> one.came_at < moment and one.sequence_key = coalesce(
                        {{ named_key }},
                        array_max(transform(filter({{ messages }}, other -> other.came_at < moment), other -> struct(other.came_at, other.sequence_key))).sequence_key
                    )
                ))),
                found -> try_element_at(found, cast(greatest(least({{ delivered_before }} + 1, size(found)), 1) as int))
            ),
            1
        )
{%- endmacro %}
