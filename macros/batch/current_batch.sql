{% macro current_batch() -%}
    {#-
        What this run is about, asked once an invocation (dbt's `graph` is what models share), and overridable in unit tests:
          number              of this batch; a rebuild goes on counting
          clock_us            its clock, microseconds since 1970
          previous            number of the batch whose carried rows are taken up, or none (first run, rebuild)
          previous_clock_us   clock of the run before, or none
          arrivals_from, arrivals_to   the arrivals it takes in: after `from`, up to `to` (none: no bound / none there)
          inputs_from, inputs_to   the deliveries and actions it takes in, likewise
          begins_anew         sequences have been reset, by this batch or before
          is_idle             nothing has arrived or been reported, nothing falls due and the order groups are as before: nothing is decided
          is_rebuild          --full-refresh
          has_closed          sequences have been closed before
          looks_back          rows of an existing table have been found at or below the cursor (look_back, with what else that takes)
    -#}
    {%- set known = graph.get('_resequencer_batch', {}) -%}
    {%- if known.get('invocation') != invocation_id or not execute -%}
        {%- set known = {'invocation': invocation_id, 'batch': _asked_batch() if settings().batch is none or not execute else _stated_batch(settings().batch)} -%}
        {%- do known.update({
            'actions': context.get('_resequencer_actions', {}), 'bake_times': context.get('_resequencer_bake_times', {}),
            'bake_periods': context.get('_resequencer_bake_periods', {}),
        }) -%}
        {%- if execute -%}{%- do graph.update({'_resequencer_batch': known}) -%}{%- endif -%}
    {%- endif -%}
    {%- do context.update({'_resequencer_actions': known.actions, '_resequencer_bake_times': known.bake_times, '_resequencer_bake_periods': known.bake_periods}) -%}
    {%- do return(known.batch) -%}
{%- endmacro %}
