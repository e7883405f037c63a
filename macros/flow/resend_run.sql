{% macro resend_run(ledger) -%}
    {#-
        What this run of the requests is about, asked once, when they compile, and overridable in unit tests:
          number      of this run of them
          has_table   there are requests to take up
          seen        the ledger's newest batch at the run before, or none
          newest      its newest batch
          clock_us    clock of the ledger's last run, which may have had nothing to decide, microseconds since 1970
    -#}
    {%- set last = previous_batch(load_relation(ledger) if execute else none) -%}
    {%- set requests = load_relation(this) if execute else none -%}
    {%- set run = {
        'number': 1,
        'has_table': requests is not none,
        'seen': none,
        'newest': last.number if last is not none else 0,
        'clock_us': last.clock_us if last is not none else 0,
    } -%}
    {%- if requests is not none -%}
        {%- set before = run_query(
            'select cast(run_number as string), cast(ledger_batch as string) from ' ~ requests ~ " where disposition = 'open' and request_id is null"
        ).rows -%}
        {%- if before -%}
            {%- do run.update({'number': before[0][0] | int + 1, 'seen': before[0][1] | int}) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return(run) -%}
{%- endmacro %}
