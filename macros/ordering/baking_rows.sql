{% macro baking_rows() -%}
    {#-
        baking_us: when a message came that bakes what is below it, and itself. One beyond the last number does so only if that
        was baked before the last was known.
    -#}
    select
        *,
        {% if _any_group('claims') -%}
        case when kind = 'claim' and number is not null then struct(arrival_us, intake, place) end as claiming_at,
        {% endif -%}
        case
            when is_eligible{{ ' and not is_fill' if _fills() }} and (last_number is null or number <= last_number or {{ baked_us('arrival_us') }} <= last_at.arrival_us) then arrival_us
        end as baking_us
    from admitted
{%- endmacro %}
