{% macro skipless_rows() -%}
    {#- Without a bake_time nothing is ever skipped. -#}
    select
        *,
        cast(null as {{ gap_type() }}) as piece,
        {{ closed_at_us() }} as line_closed_us,
        cast(null as array<string>) as line_threshold_ids
    from counted
{%- endmacro %}
