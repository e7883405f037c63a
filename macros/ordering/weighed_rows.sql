{% macro weighed_rows(bakes) -%}
    {#-
        is_first: no eligible message of the same number (and, where numbers are not unique, message) before it.
        above_us   = min{ a_j : k_j > k }: since when something higher has been there
        reached_us = min{ a_j : k_j >= k }
        claimed_above_at, claimed_at: when the first claim of anything higher, of this or anything higher, came.
        is_first_to_come: nor any before it but that it will not come, which bakes nothing.
        Where all keys are sequences, reading down is enough: only the first of a number is weighed, and all that
        stands before it is higher. Equal keys of which only the order is known take frames of numbers.
    -#}
    {%- set order = down() if bakes or _has_loose_keys() else up() -%}
    {%- set claims = _any_group('claims') -%}
    {%- set came = "(is_eligible or kind = 'left')" if _any_group('session_us') else 'is_eligible' -%}
    {%- set fills = _fills() -%}
    {%- set static = _any_group('bake_us', 0) -%}
    {%- set same = 'prior_number <=> number' ~ (' and prior_dedupe_id <=> dedupe_id' if _has_loose_keys() else '') -%}
    {%- set above = higher() ~ ' range between unbounded preceding and 1 preceding' if _has_loose_keys() else down() ~ ' ' ~ before_this() -%}
    {%- set reached = higher() ~ ' range between unbounded preceding and current row' -%}
    select
        *,
        {% if bakes and not _has_loose_keys() -%}
        least(above_us, baking_us) as reached_us,
        {% endif -%}
        {% if fills -%}
        is_eligible and not is_fill and prior_come is distinct from number as is_first_to_come,
        {% endif -%}
        is_eligible and not ({{ same }}) as is_first
    from (
        select
            *,
            {% if _has_loose_keys() -%}
            last(case when {{ came }} then dedupe_id end) ignore nulls over ({{ order }} {{ before_this() }}) as prior_dedupe_id,
            {% endif -%}
            {% if bakes -%}
            {% if _has_loose_keys() -%}
            min(baking_us) over ({{ reached }}) as reached_us,
            {% endif -%}
            case when height is not null then {{ told('min(baking_us) over (' ~ above ~ ')', 'told_above_at.arrival_us', 'least') }} end as above_us,
            {% if claims -%}
            case when height is not null then min(claiming_at) over ({{ above }}) end as claimed_above_at,
            min(claiming_at) over ({{ reached }}) as claimed_at,
            {% endif -%}
            {% if static -%}
            {% if _has_loose_keys() -%}
            min(case when baking_us is not null then struct(arrival_us, intake, place, number, message.message_id) end) over ({{ reached }}) as reached_at,
            {% endif -%}
            case
                when height is not null
                    then {{ told('min(case when baking_us is not null then struct(arrival_us, intake, place) end) over (' ~ above ~ ')', 'told_above_at', 'least') }}
            end as above_at,
            {% endif -%}
            {% endif -%}
            {% if fills -%}
            last(case when is_eligible and not is_fill then number end) ignore nulls over ({{ order }} {{ before_this() }}) as prior_come,
            {% endif -%}
            last(case when {{ came }} then number end) ignore nulls over ({{ order }} {{ before_this() }}) as prior_number
        from (
            {{ baking_rows() }}
        ) as baking
    ) as compared
{%- endmacro %}
