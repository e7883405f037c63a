{% macro json_options() -%}
    {#- The options by which Spark's functions read a record, as SQL: a map. -#}
    {%- set landing = settings().landing -%}
    {%- set options = ["'mode', 'PERMISSIVE'"] -%}
    {%- if landing.format == 'csv' or 'timezone' not in (landing.options | map('lower') | list) -%}
        {%- do options.append("'timeZone', 'UTC'") -%}
    {%- endif -%}
    {%- for option in landing.options if landing.format == 'json' and option | lower not in ['mode', 'recursivefilelookup', 'pathglobfilter', 'linesep', 'encoding'] -%}
        {%- do options.append(sql_text(option) ~ ', ' ~ sql_text(landing.options[option])) -%}
    {%- endfor -%}
    {%- do return('map(' ~ options | join(', ') ~ ')') -%}
{%- endmacro %}
