{% macro kafka_view(landing, options={}) -%}
    {#-
        The topics of a landing place as a temporary view: its name. Read as the landing's options say, but for those in `options`, which take the
        place of what they exclude: a value is text, or becomes JSON.
    -#}
    {%- set replaced = options | map('lower') | list
        + (['subscribe', 'subscribepattern'] if 'assign' in options else []) + (['startingtimestamp'] if 'startingOffsets' in options else []) -%}
    {%- set all = {} -%}
    {%- for option, value in landing.options.items() if option | lower not in replaced -%}{%- do all.update({option: value}) -%}{%- endfor -%}
    {%- do all.update(options, includeHeaders='true') -%}
    {%- set said = [] -%}
    {%- for option, value in all.items() -%}
        {%- do said.append(quoted_name(option) ~ ' ' ~ sql_text(value if value is string else value | tojson)) -%}
    {%- endfor -%}
    {%- do run_query('create or replace temporary view resequencer_landing_kafka using kafka options (' ~ said | join(', ') ~ ')') -%}
    {%- do return('resequencer_landing_kafka') -%}
{%- endmacro %}
