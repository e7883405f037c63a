{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    What is looked up by messages: one row is an AND group of a subscription in a stretch of this batch, and values that a message may have to
    find it (`key`), with what these are about (`signature`; null where nothing is looked up by that). By what a group is filed: macro filed_by.
    What is left to try on the candidates that a message finds: `rest`.
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
        {{ filed_by('alternatives.predicates') }} as parts
    from (
        -- A filter of Service Bus is a group without predicates.
        select
            *,
            case when definition.filter is null then definition.groups else array(slice(flatten(definition.groups), 1, 0)) end as groups
        from in_force
    ) as in_force
        lateral view posexplode(in_force.groups) alternatives as number, predicates

),

signed as (

    select
        *,
        {{ signature_of('parts') }} as about
    from grouped

),

filed as (

    select
        *,
        definition.filter as filter_text,
        case when definition.filter is not null then 'filter' when about in {{ sql_texts([''] + found | map(attribute='text') | list) }} then nullif(about, '') end as signature
    from signed

),

keyed as (

    -- Of a list, or of pieces of the number line, each is a way to find it; several equalities have one value each.
    select
        *,
        case
            when signature = 'filter' then array(array(filter_text))
            when signature is null then array(cast(array() as array<string>))
            when size(parts) = 1 then transform(get(parts, 0).keys, one -> array(one))
            else array(transform(parts, part -> get(part.keys, 0)))
        end as ways
    from filed

),

final as (

    select
        signature,
        key,
        struct(
            subscription, version, matched_group, is_stopped, from_place, until_place,
            filter(read, p -> signature is null or p.ignore_case or not exists(parts, part -> part.operator = p.operator and part.property = p.property)) as rest,
            earlier, definition.is_unrouted, definition.correlate, definition.once as is_once, definition.delivery = 'acknowledged' as is_acknowledged,
            case
                when definition.is_ordered then 'ordered' when definition.kind = 'instance' then 'listen'
                when size(definition.correlate) > 0 then 'line' else 'plain'
            end as mode
        ) as candidate
    from keyed
        lateral view explode(ways) as key

)

select * from final
