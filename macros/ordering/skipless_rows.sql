{% macro skipless_rows(clock) -%}
    {#- Without a bake_time nothing is ever skipped. -#}
    select
        *,
        cast(null as {{ gap_type() }}) as piece,
        {{ closed_at_us(clock) }} as line_closed_us,
        case when ends_line then {{ new_head(closed_at_us(clock), 'cast(null as array<string>)') | indent(8) }} end as line_head
    from counted
{%- endmacro %}
