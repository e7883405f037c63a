{% macro carried_moment(attempt) -%}
    {#- A moment before all of this run, by which a message that was sent in an earlier one is known: its place in the intake. -#}
    named_struct('us', -9223372036854775808, 'ingest', -9223372036854775808, 'arrived_us', -9223372036854775808, 'intake', {{ attempt }}.intake, 'place', {{ attempt }}.place)
{%- endmacro %}
