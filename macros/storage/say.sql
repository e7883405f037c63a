{% macro say(text) -%}
    {#- Says what a run is at, with the seconds it has taken, where these are more than ten: a shorter one only says what it came to. -#}
    {%- if execute -%}
        {%- set seconds = (modules.datetime.datetime.now(modules.pytz.utc) - run_started_at).total_seconds() -%}
        {%- if seconds > 10 -%}
            {%- do log('resequencer, after %.0f s: ' | format(seconds) ~ text, info=true) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
