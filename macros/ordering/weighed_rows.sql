{% macro weighed_rows(bakes) -%}
    {#-
        is_first: no eligible message of the same number (and, where numbers are not unique, message) before it.
        above_us   = min{ a_j : k_j > k }: since when something higher has been there
        reached_us = min{ a_j : k_j >= k }
        A message beyond the last number bakes nothing unless it was baked before the last was known.
    -#}
    {%- set order = down() if bakes else up() -%}
    {%- set static = order_groups().values() | selectattr('bake_us', 'equalto', 0) | list | length > 0 -%}
    {%- set same = 'prior_number <=> number' ~ (' and prior_dedupe_id <=> dedupe_id' if _has_loose_keys() else '') -%}
    select
        *,
        is_eligible and not ({{ same }}) as is_first
    from (
        select
            *,
            {% if _has_loose_keys() -%}
            last(case when is_eligible then dedupe_id end) ignore nulls over ({{ order }} {{ before_this() }}) as prior_dedupe_id,
            {% endif -%}
            {% if bakes -%}
            min(baking_us) over ({{ higher() }} range between unbounded preceding and current row) as reached_us,
            case
                when number < 9223372036854775807
                    then min(baking_us) over ({{ higher() }} range between unbounded preceding and 1 preceding)
            end as above_us,
            {% if static -%}
            min(case when baking_us is not null then struct(arrival_us, intake, place, number, message_id) end)
                over ({{ higher() }} range between unbounded preceding and current row) as reached_at,
            case
                when number < 9223372036854775807
                    then min(case when baking_us is not null then struct(arrival_us, intake, place) end)
                        over ({{ higher() }} range between unbounded preceding and 1 preceding)
            end as above_at,
            {% endif -%}
            {% endif -%}
            last(case when is_eligible then number end) ignore nulls over ({{ order }} {{ before_this() }}) as prior_number
        from (
            select
                *,
                case
                    when is_eligible and (last_number is null or number <= last_number or arrival_us + bake_us <= last_us) then arrival_us
                end as baking_us
            from admitted
        ) as baking
    ) as compared
{%- endmacro %}
