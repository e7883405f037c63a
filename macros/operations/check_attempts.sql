{% macro check_attempts(attempts) -%}
    {#- Of resequencer__throughput, whether the attempts can be read: Spark looks, before anything is written. -#}
    {%- set columns = 'message_id, cast(sent_at as timestamp), cast(`at` as timestamp), cast(outcome as string)' -%}
    {%- set problem = query_error('select ' ~ columns ~ ' from ' ~ attempts) -%}
    {%- if problem is not none -%}
        {%- set remedy = 'a table or view that exists, with the columns message_id, sent_at, at and outcome' -%}
        {%- do setting_error('resequencer__throughput.attempts', 'cannot be read: ' ~ problem, remedy) -%}
    {%- endif -%}
{%- endmacro %}
