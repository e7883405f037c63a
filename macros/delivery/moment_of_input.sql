{% macro moment_of_input() -%}
    {#-
        Where a delivery or an action stands among all that counts, from at_us, stated_us, was_late, kind, intake and place. At one
        time what is reported comes before what arrives, deliveries before actions; what a run took in that came too late for that
        time comes after everything that was known before, deliveries before actions, in the order of their own times.
    -#}
    named_struct(
            'us', at_us,
            'ingest', case
                when was_late then 4611686018427387904 + 2 * shiftright(intake, 24) + case when kind = 'action' then 1 else 0 end
                when kind = 'action' then -2305843009213693952 + shiftright(intake, 24)
                else -4611686018427387904 + shiftright(intake, 24)
            end,
            'arrived_us', stated_us,
            'intake', intake,
            'place', place
        )
{%- endmacro %}
