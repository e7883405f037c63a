{% macro validate_settings() -%}
    {#-
        Runs before the first model of every invocation (on-run-start): a wrong setting stops the run
        here, with its name and what it may be, before anything is written. Where another project builds
        models of its own only, nothing is asked.
    -#}
    {%- set ours = [] -%}
    {%- for resource in selected_resources if resource.split('.')[1] == 'resequencer' -%}{%- do ours.append(resource) -%}{%- endfor -%}
    {%- if execute and not ours and flags.WHICH != 'run-operation' -%}{%- do return('') -%}{%- endif -%}
    {%- for name in invocation_args_dict.get('vars', {}) if name.startswith('resequencer__') and name not in known_settings() -%}
        {%- do _unknown_name_error('--vars', name, known_settings()) -%}
    {%- endfor -%}
    {%- set checked = settings() -%}
    {%- do warn_of_unscoped_properties(forwarding_rules()) -%}
    {%- if checked.batch is not none and flags.WHICH in ['run', 'build'] -%}
        {%- do setting_error('resequencer__batch', 'is set in a run, which decides a new batch', 'left out; it is for dbt show and dbt compile') -%}
    {%- endif -%}
    {%- if execute -%}
        {%- do check_file_format() -%}
        {%- if checked.arrivals_relation is not none -%}
            {%- set problem = query_error('select ' ~ checked.arrivals_cursor ~ ' from ' ~ checked.arrivals_relation) -%}
            {%- if problem is not none -%}
                {%- do setting_error('resequencer__arrivals_relation', 'cannot be read: ' ~ problem, 'a table or view that exists, with resequencer__arrivals_cursor as one of its columns') -%}
            {%- endif -%}
            {%- do check_columns(record_fields()) -%}
            {%- do check_lookback() -%}
        {%- elif checked.landing.format == 'table' -%}
            {%- do check_partitioned(checked.landing) -%}
        {%- elif checked.landing.format != 'kafka' -%}
            {%- set problem = query_error('select path from ' ~ landing_relation('binaryFile', checked.landing)) -%}
            {%- if problem is not none -%}
                {%- do setting_error('resequencer__landing', 'cannot be read: ' ~ problem, 'a folder, file or glob that exists, with options that Spark knows') -%}
            {%- endif -%}
            {%- do check_records(checked.landing) -%}
            {%- do warn_of_files_below(checked.landing) -%}
        {%- endif -%}
        {%- if checked.arrivals_relation is none and checked.landing.schema is not none -%}
            {%- do check_columns(record_fields()) -%}
        {%- endif -%}
        {%- for input in [checked.deliveries, checked.actions] if input is not none -%}
            {%- do check_input(input) -%}
        {%- endfor -%}
        {%- do check_patterns(checked.rulesets, 'resequencer__rulesets' if checked.subscriptions is none else 'resequencer__subscriptions') -%}
        {%- do check_subscriptions(subscription_definitions() or []) -%}
        {%- do warn_of_unreported(subscription_definitions() or []) -%}
        {%- do check_expressions(_message_expressions(checked)) -%}
        {%- if checked.advice and checked.python_models -%}
            {%- do check_history(checked) -%}
        {%- endif -%}
        {%- set ledger = model_relation('resequencer__ledger') -%}
        {%- set last = previous_batch(ledger) -%}
        {#- The newest time that has landed is asked for once all has. -#}
        {%- if checked.as_of != 'newest' -%}{%- do run_clock(last) -%}{%- endif -%}
        {%- if has_subscriptions() and not flags.FULL_REFRESH -%}
            {%- do check_rebuilt_together(model_relation('resequencer__messagebox'), (last or {}).get('routed_to')) -%}
        {%- endif -%}
        {%- if last is not none -%}
            {%- do check_arrivals_by(ledger, last) -%}
        {%- endif -%}
        {%- set routes = checked.subscriptions is not none and flags.WHICH in ['run', 'build'] -%}
        {%- set routed = newest_messagebox_batch() if routes else none -%}
        {%- if routes -%}
            {%- do check_ordered_subscriptions(routed, (last or {}).get('routed_to')) -%}
        {%- endif -%}
        {%- if last is not none and not flags.FULL_REFRESH -%}
            {%- do check_version(ledger, last) -%}
            {%- do check_order_groups(ledger, last) -%}
        {%- elif last is not none -%}
            {%- do check_nothing_forgotten(ledger) -%}
        {%- endif -%}
        {%- if routes -%}
            {%- do check_messagebox(routed, flags.FULL_REFRESH) -%}
            {%- do make_messagebox() -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
