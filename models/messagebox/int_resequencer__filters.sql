{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    What is looked up by messages: one row is an AND group of a subscription in a stretch of this batch, filed under the values of all its
    equalities (`key`) with what these are about (`signature`; null where nothing is looked up by that). What is left to try on the candidates
    that a message finds: `rest`.
-#}
{%- set found = signatures() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
with statuses as (

    select * from {{ ref('int_resequencer__statuses') }}
    where status in ('started', 'stopped')

),

definitions as (

    select * from {{ ref('int_resequencer__definitions') }}
    where not is_removed

),

in_force as (

    select
        statuses.subscription,
        statuses.version,
        statuses.status = 'stopped' as is_stopped,
        statuses.from_place,
        statuses.until_place,
        definitions.definition
    from statuses
    inner join definitions on statuses.subscription = definitions.subscription and statuses.version = definitions.version

),

grouped as (

    select
        in_force.*,
        alternatives.number + 1 as matched_group,
        alternatives.predicates,
        {{ read_operands('alternatives.predicates') }} as read,
        transform(slice(in_force.definition.groups, 1, alternatives.number), one -> {{ read_operands('one') }}) as earlier,
        {{ signature_of('alternatives.predicates') }} as about
    from (
        -- A filter of Service Bus is a group without predicates.
        select
            *,
            case when definition.filter is null then definition.groups else array(slice(flatten(definition.groups), 1, 0)) end as groups
        from in_force
    ) as in_force
        lateral view posexplode(in_force.groups) alternatives as number, predicates

),

filed as (

    select
        *,
        definition.filter as filter_text,
        case when definition.filter is not null then 'filter' when about in {{ sql_texts([''] + found | map(attribute='text') | list) }} then nullif(about, '') end as signature
    from grouped

),

final as (

    select
        signature,
        case when signature = 'filter' then array(filter_text) else transform(
            array_sort(filter(predicates, p -> {{ is_looked_up('p') }}), (a, b) -> case when {{ lookup_order('a') }} < {{ lookup_order('b') }} then -1 when {{ lookup_order('a') }} > {{ lookup_order('b') }} then 1 else 0 end),
            p -> {{ lookup_text('p.operands[0].type', 'p.operands[0].value') }}
        ) end as key,
        struct(
            subscription, version, matched_group, is_stopped, from_place, until_place,
            filter(read, p -> signature is null or not {{ is_looked_up('p') }}) as rest, earlier,
            definition.kind, definition.is_unrouted, definition.correlate, definition.once as is_once,
            definition.delivery = 'acknowledged' as is_acknowledged, definition.is_ordered
        ) as candidate
    from filed

)

select * from final
