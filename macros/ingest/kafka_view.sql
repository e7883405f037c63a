{% macro kafka_view(landing, starts={}, ends={}) -%}
    {#-
        A stretch of the topics of a landing place as a temporary view: its name. Each partition from its offset in `starts` to before that in
        `ends`, {topic: {partition: offset}}; -2 is the earliest that is there, -1 the latest. Without `starts` as the landing's options say.
    -#}
    {%- set options = [] -%}
    {%- for option, value in landing.options.items() if not (starts and option | lower in ['startingoffsets', 'startingtimestamp']) -%}
        {%- do options.append(quoted_name(option) ~ ' ' ~ sql_text(value if value is string else value | tojson)) -%}
    {%- endfor -%}
    {%- for option, offsets in {'startingOffsets': starts, 'endingOffsets': ends}.items() if offsets -%}
        {%- do options.append(option ~ ' ' ~ sql_text(offsets | tojson)) -%}
    {%- endfor -%}
    {%- do run_query("create or replace temporary view resequencer_landing_kafka using kafka options (includeHeaders 'true', " ~ options | join(', ') ~ ')') -%}
    {%- do return('resequencer_landing_kafka') -%}
{%- endmacro %}
