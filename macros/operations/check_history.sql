{% macro check_history(checked) -%}
    {#- Of the models about history, what only Spark can say: times, and the class of a sequence over the ledger's columns. -#}
    {%- for bound in ['what_if_from', 'what_if_to'] if checked[bound] is not none -%}
        {%- set is_time = run_query('select ' ~ as_utc_timestamp(sql_text(checked[bound])) ~ ' is not null').rows[0][0] -%}
        {%- if not is_time -%}
            {%- do setting_error('resequencer__' ~ bound, 'is ' ~ checked[bound] | tojson ~ ', which is no time', 'a timestamp such as 2026-01-31T12:00:00Z') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if checked.sequence_class is not none -%}
        {%- set contents = modules.re.search('(?i)\\b(properties|body|raw_record)\\b', modules.re.sub('(?s)' ~ text_pattern(), ' ', checked.sequence_class)) -%}
        {%- if has_subscriptions() and contents -%}
            {%- do setting_error(
                'resequencer__sequence_class', 'reads ' ~ contents.group(1) ~ ', which with resequencer__subscriptions is in resequencer__arrivals only',
                'a SQL expression over the other columns of the ledger, such as ruleset, sequence_id or message_type'
            ) -%}
        {%- endif -%}
        {%- set problem = _message_expression_error(checked.sequence_class) -%}
        {%- if problem is not none -%}
            {%- do setting_error('resequencer__sequence_class', 'cannot be read: ' ~ problem, "a SQL expression over the ledger's columns, such as properties['tenant']") -%}
        {%- endif -%}
    {%- endif -%}
    {%- if checked.throughput and checked.throughput.attempts is not none -%}
        {%- do check_attempts(checked.throughput.attempts) -%}
    {%- endif -%}
{%- endmacro %}
