{% macro explain_match(message_id, subscription=none) -%}
    {#-
        A query: for a message, every predicate of a subscription (none: of all of them), as they are defined now, and whether it holds. In a
        group all have to hold, and one group has to. A subscription without predicates is one row: `all`; or `unrouted`, of which `holds` is
        null, since the other subscriptions decide. For `dbt show --inline`.
    -#}
    {%- set filters = filters_in_use() -%}
    {%- set publications, newest = ref('int_resequencer__publications'), ref('int_resequencer__newest_versions') %}
select
    messages.message_id,
    asked.subscription,
    asked.or_group,
    asked.position,
    asked.written.property,
    coalesce(asked.written.operator, case when asked.is_unrouted then 'unrouted' else 'all' end) as operator,
    to_json(asked.written.operands.value) as `values`,
    messages.promoted[asked.written.property] as found,
    case
        when asked.written is not null then {{ predicate_holds('asked.predicate', 'messages.promoted', 'messages.numbers') }}
        when not asked.is_unrouted then true
    end as holds
from (
    select
        message_id,
        promoted,
        {{ numbers_of('promoted', 'map_keys(promoted)') }} as numbers
    from {{ publications }}
) as messages
cross join (
    select
        grouped.subscription,
        grouped.or_group,
        grouped.is_unrouted,
        coalesce(conditions.number, 0) + 1 as position,
        conditions.written,
        get(grouped.predicates, conditions.number) as predicate
    from (
        select
            newest.subscription,
            newest.is_unrouted,
            alternatives.number + 1 as or_group,
            alternatives.predicates as written,
            {{ read_operands('alternatives.predicates') }} as predicates
        from (
            select
                subscription,
                definitions.definition.groups,
                definitions.definition.is_unrouted
            from (
                select
                    subscription,
                    from_json(definition, {{ sql_text(box_type('definition')) }}) as definition
                from {{ newest }}
                where not is_removed
            ) as definitions
        ) as newest
            lateral view posexplode(newest.groups) alternatives as number, predicates
    ) as grouped
        lateral view outer posexplode(grouped.written) conditions as number, written
) as asked
where messages.message_id = {{ sql_text(message_id) }}{{ ' and asked.subscription = ' ~ sql_text(subscription) if subscription is not none }}
{%- if filters %}
union all
select
    messages.message_id,
    asked.subscription,
    1 as or_group,
    1 as position,
    cast(null as string) as property,
    'filter' as operator,
    to_json(array(asked.filter)) as `values`,
    cast(null as string) as found,
    coalesce(case asked.filter{% for one in filters %} when {{ sql_text(one.text) }} then {{ one.sql }}{% endfor %} end, false) as holds
from (
    select
        message_id as id,
        {{ columns_of_filters('promoted') }}
    from {{ publications }}
) as messages
cross join (
    select
        subscription,
        from_json(definition, {{ sql_text(box_type('definition')) }}).filter as filter
    from {{ newest }}
    where not is_removed
) as asked
where
    asked.filter is not null
    and messages.id = {{ sql_text(message_id) }}{{ ' and asked.subscription = ' ~ sql_text(subscription) if subscription is not none }}
{%- endif %}
order by 2 asc, 3 asc, 4 asc
{%- endmacro %}
