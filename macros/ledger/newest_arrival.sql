{% macro newest_arrival(arrivals, after) -%}
    {#- The highest intake position beyond `after`, or none. Of our own arrivals the manifest tells it. -#}
    {%- set checked = settings() -%}
    {%- if checked.arrivals_relation is none -%}
        {%- set query = 'select cast(max(intake) as string) from ' ~ arrivals ~ " where kind = 'file'" -%}
        {%- if after is not none -%}
            {%- set query = query ~ ' and intake > ' ~ after -%}
        {%- endif -%}
    {%- else -%}
        {%- set fields = record_fields() -%}
        {%- set query = 'select cast(max(' ~ cursor_as_bigint(checked.arrivals_cursor, fields) ~ ') as string) from ' ~ checked.arrivals_relation -%}
        {%- if after is not none -%}
            {%- set query = query ~ ' where ' ~ checked.arrivals_cursor ~ ' > ' ~ cursor_literal(after) -%}
        {%- endif -%}
    {%- endif -%}
    {%- set newest = run_query(query).rows[0][0] -%}
    {%- do return(newest | int if newest is not none else none) -%}
{%- endmacro %}
