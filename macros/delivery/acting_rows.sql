{% macro acting_rows(batch, actions) -%}
    {#- The actions of these kinds that count by the clock, each with the sequence it names and its numbers. -#}
    select
        *,
        stated_line.order_group,
        stated_line.group_key,
        record.action as action,
        {{ as_integer('record.from_number') }} as from_number,
        coalesce({{ as_integer('record.to_number') }}, {{ as_integer('record.from_number') }}) as to_number
    from reported
    where kind = 'action' and fault is null and record.action in ('{{ actions | join("', '") }}') and at_us <= {{ batch.clock_us }}
{%- endmacro %}
