{% macro skipless_rows(clock) -%}
    {#- Without a bake_time nothing is ever skipped. -#}
    select
        *,
        cast(null as {{ gap_type() }}) as piece,
        {{ closed_at_us(clock) }} as line_closed_us,
        cast(null as array<string>) as line_threshold_ids
    from counted
{%- endmacro %}
