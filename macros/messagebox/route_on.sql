{% macro route_on() -%}
    {#-
        After a batch that stopped before a `reroute` or `backfill`: the next batches of the run, by the same statement, each a commit of its
        own. What a crash leaves undone the next run does.
    -#}
    {%- if execute and messagebox_run().asks_again and not messagebox_run().is_idle -%}
        {%- set ns = namespace(is_whole=newest_messagebox_batch().is_whole) -%}
        {%- for _ in range(10000) -%}
            {%- if not ns.is_whole -%}
                {%- do run_query('insert overwrite table ' ~ this ~ ' partition (disposition, batch_group) ' ~ (adapter.prepare_steps(model.compiled_code, model.schema) if adapter.type() == 'sparksession' else model.compiled_code)) -%}
                {%- set ns.is_whole = newest_messagebox_batch().is_whole -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}
