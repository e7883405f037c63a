{% macro csv_options(landing, corrupt='_corrupt') -%}
    {#- The options by which Spark's functions read a line of CSV, as SQL: a map. `corrupt`: the field in which is a line that they cannot read. -#}
    {%- set options = ["'mode', 'PERMISSIVE'", "'columnNameOfCorruptRecord', '" ~ corrupt ~ "'"] -%}
    {%- if 'timezone' not in (landing.options | map('lower') | list) -%}
        {%- do options.append("'timeZone', 'UTC'") -%}
    {%- endif -%}
    {%- for option in landing.options if option | lower not in ['header', 'recursivefilelookup', 'pathglobfilter', 'mode'] -%}
        {%- do options.append(sql_text(option) ~ ', ' ~ sql_text(landing.options[option])) -%}
    {%- endfor -%}
    {%- do return('map(' ~ options | join(', ') ~ ')') -%}
{%- endmacro %}
