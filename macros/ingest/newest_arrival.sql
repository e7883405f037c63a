{% macro newest_arrival(arrivals, after) -%}
    {#- What has arrived beyond `after`: {intake: the highest position, or none; count: of messages}. -#}
    {%- set checked = settings() -%}
    {%- if checked.arrivals_relation is none -%}
        {%- set query = "select cast(max(intake) as string), cast(count_if(kind = 'record') as string) from " ~ arrivals -%}
        {%- if after is not none -%}
            {%- set query = query ~ ' where intake > ' ~ after -%}
        {%- endif -%}
    {%- else -%}
        {%- set fields = record_fields() -%}
        {%- set query = 'select cast(max(' ~ cursor_as_bigint(checked.arrivals_cursor, fields) ~ ') as string), cast(count(*) as string) from ' ~ checked.arrivals_relation ~ ' where not (' ~ lacks_cursor(checked.arrivals_cursor, fields) ~ ')' -%}
        {%- if after is not none -%}
            {%- set query = query ~ ' and ' ~ checked.arrivals_cursor ~ ' > ' ~ cursor_literal(after) -%}
        {%- endif -%}
    {%- endif -%}
    {%- set newest = run_query(query).rows[0] -%}
    {%- do return({'intake': newest[0] | int if newest[0] is not none else none, 'count': newest[1] | int}) -%}
{%- endmacro %}
