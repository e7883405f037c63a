{% macro last_covered(number, linked_number) -%}
    {#-
        The last number that a message covers (span_to), as SQL: the one it names; of a counter that wraps the one that comes next from its
        first number on, which has wrapped as often as that. Of the order group: wrap_at, wrap_to.
    -#}
    coalesce({{ number }} + pmod({{ linked_number }} - {{ number }}, order_groups.wrap_at - order_groups.wrap_to), {{ linked_number }})
{%- endmacro %}
