{% macro entered_as(at) -%}
    {#-
        The place of an event among those of the same time, as a whole number: of what entered the queue of an ordered subscription, it orders
        its arrivals in the ledger (its `ingest` there). In time before late, late by run; what an action or settings freed before what arrived.
    -#}
    {%- do return('(case when ' ~ at ~ '.is_late = 1 then 2 * ' ~ at ~ '.run else 0L end + case when ' ~ at ~ '.rank = 3 then 1 else 0 end)') -%}
{%- endmacro %}
