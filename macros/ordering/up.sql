{% macro up() -%}
    {#-
        The line from its lowest number, after its head: a skipped range before the messages that fall into
        it, messages of one number in the order they came.
    -#}
    {{ line_partition() }} order by number asc, kind asc, arrival_us asc, intake asc, place asc
{%- endmacro %}
