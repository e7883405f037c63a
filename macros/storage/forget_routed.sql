{% macro forget_routed(routed_to, referenced) -%}
    {#-
        Drops what the MessageBox tells of messages whose records are forgotten with its batches up to `routed_to`, and of instances that have
        ended: all but the ingests `referenced`. Statuses stay, and batches. Not where arrivals are a table's rows: of these
        it is the references that tell what a subscription has got (`backfill`).
    -#}
    {%- set box = model_relation('resequencer__messagebox') -%}
    {%- set old = "disposition in ('reference', 'change', 'unroutable', 'applied', 'rejected') and batch_group <= " ~ routed_to -%}
    {%- do run_query(
        'insert into ' ~ box ~ ' replace where ' ~ old ~ ' select * from ' ~ box ~ ' as told where ' ~ old
        ~ " and (disposition in ('reference', 'change', 'unroutable') and shiftright(coalesce(intake, founder_intake), 24) in (" ~ referenced ~ ')'
        ~ " or kind = 'instance' and exists(select 1 from " ~ box ~ " as alive where alive.disposition = 'instance'"
        ~ ' and alive.batch_group = ' ~ newest_messagebox_batch().number
        ~ ' and alive.instance.founder.intake <=> told.founder_intake and alive.instance.founder.place <=> told.founder_place'
        ~ ' and alive.instance.founder.subscription <=> told.founder_subscription and alive.instance.founder.given <=> told.given_instance))'
    ) -%}
{%- endmacro %}
