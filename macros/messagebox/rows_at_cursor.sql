{% macro rows_at_cursor(position) -%}
    {#- How many rows an existing table has at a position of its cursor; none of what lands in files, where positions are given once. -#}
    {%- set checked = settings() -%}
    {%- if checked.arrivals_relation is none or position is none -%}{%- do return(none) -%}{%- endif -%}
    {%- do return(run_query(
        'select cast(count(*) as string) from ' ~ checked.arrivals_relation ~ ' where ' ~ checked.arrivals_cursor ~ ' = ' ~ cursor_literal(position)
    ).rows[0][0] | int) -%}
{%- endmacro %}
