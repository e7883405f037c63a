{% macro announced_rows(bakes, source) -%}
    {#-
        known: what the head remembers of the line, on each of its rows. first_announcement: the first last number
        that was announced wins (docs/semantics.md).
    -#}
    {%- set line = 'over (' ~ (down() if bakes else up()) ~ ' ' ~ whole() ~ ')' -%}
    select
        * except (remembered, announcement),
        {{ told('first_value(remembered) ignore nulls ' ~ line, 'told_known') }} as known,
        {{ told('min(announcement) ' ~ line, 'told_announcement', 'least') }} as first_announcement
    from (
        {{ announcing_rows(source) }}
    ) as announcing
{%- endmacro %}
