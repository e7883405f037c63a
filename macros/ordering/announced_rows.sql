{% macro announced_rows(bakes) -%}
    {#-
        announced_last: the last number a message announces, by its flag or as a total. The first announcement
        to arrive wins (docs/semantics.md); the head remembers it.
    -#}
    {%- set order = down() if bakes else up() -%}
    select
        *,
        max(head.threshold) over ({{ order }} {{ whole() }}) as threshold,
        max(head.last_number) over ({{ order }} {{ whole() }}) as known_last,
        max(case when head.last_number is not null then struct(head.last_us, head.last_intake, head.last_place) end)
            over ({{ order }} {{ whole() }}) as known_last_at,
        min(
            case
                when is_ordered and announced_last is not null and not is_contradictory and (start_number is null or number >= start_number)
                    then struct(arrival_us, intake, place, announced_last)
            end
        ) over ({{ order }} {{ whole() }}) as first_announcement
    from (
        select
            *,
            coalesce(case when is_last then number end, {{ total_as_last() }}) as announced_last,
            coalesce(is_last and {{ total_as_last() }} <> number, false) as is_contradictory
        from line
    ) as announcing
{%- endmacro %}
