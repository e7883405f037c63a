{% macro messagebox_run() -%}
    {#-
        What this run of the MessageBox is about, asked once an invocation, and overridable in unit tests:
          number              of this run
          clock_us, previous_clock_us   its clock and that of the run before, microseconds since 1970; none: there is none
          last                number of the newest batch, none before the first
          arrivals_from, arrivals_to   the arrivals among which new ones are: after `from`, up to `to` (none: no bound / none there)
          inputs_from, inputs_to       the deliveries and actions, likewise
          waiting             intakes of messages that waited for the clock, and have been reached by it
          asks_again          there are `reroute` and `backfill` actions, each of which begins a batch
          names_messages      there are outcomes that name a message by its uid
          names_instances     there are actions of instances, or outcomes that name them
          is_idle             nothing to route, and nothing reported
          is_rebuild          --full-refresh
    -#}
    {%- do return(asked_once('messagebox', _asked_messagebox_run)) -%}
{%- endmacro %}
