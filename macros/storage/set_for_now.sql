{% macro set_for_now(name, value, adds=false) -%}
    {#-
        Sets a setting of the Spark session until `put_back`. Its own value is kept in the session itself, where it outlives a run that
        fails. Any other value than ours is its own, so that several models may set it at once; `adds`: ours comes after its own.
    -#}
    {%- set found = run_query('set ' ~ name).rows[0][1] -%}
    {%- set own = [] if found in (none, '<undefined>') else found.split(',') -%}
    {%- if value not in own -%}
        {%- do run_query('set resequencer.own.' ~ name ~ ' = ' ~ (own | join(',') or 'unset')) -%}
        {%- do run_query('set ' ~ name ~ ' = ' ~ ((own if adds else []) + [value]) | join(',')) -%}
    {%- endif -%}
{%- endmacro %}
