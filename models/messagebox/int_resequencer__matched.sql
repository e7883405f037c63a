{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    Which subscriptions match: one row is a message that is to be routed (int_resequencer__tries), with all of them. Each looks up its
    candidates by the values of its properties, one lookup for each signature; only on these the rest of the predicates is tried (R1 to R4).
    The filters are named in each place that reads them: so they are computed once.
-#}
{%- set found = signatures() %}
{%- set in_use = filters_in_use() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
with tries as (

    select * from {{ ref('int_resequencer__tries') }}

),

for_every_message as (

    -- Groups that nothing is looked up by; and of all groups the properties that are left to compare with a number.
    select
        collect_list(case when signature is null then candidate end) as candidates,
        array_distinct(flatten(collect_set(transform(
            filter(flatten(array_append(candidate.earlier, candidate.rest)), p -> exists(p.operands, o -> o.type = 'number')), p -> p.property
        )))) as numbered
    from {{ ref('int_resequencer__filters') }}

),

{% for one in found %}
lookup_{{ loop.index }} as (

    select
        key,
        collect_list(candidate) as candidates
    from {{ ref('int_resequencer__filters') }}
    where signature = {{ sql_text(one.text) }}
    group by key

),

{% endfor %}
{% if in_use -%}
met as (

    -- Filters of Service Bus are tried on every message.
    select
        tried.tries.*,
        array_compact(array(
            {%- for one in in_use %}
            case when {{ one.sql }} then {{ sql_text(one.text) }} end{{ ',' if not loop.last }}
            {%- endfor %}
        )) as met
    from (
        select
            struct(tries.*) as tries,
            {{ columns_of_filters('tries.promoted') }}
        from tries
    ) as tried

),

lookup_filters as (

    select map_from_entries(collect_list(struct(filter_text, candidates))) as by_filter
    from (
        select
            key[0] as filter_text,
            collect_list(candidate) as candidates
        from {{ ref('int_resequencer__filters') }}
        where signature = 'filter'
        group by key[0]
    ) as grouped

),

{% endif -%}
looked_up as (

    -- What is looked up is definitions, which fit in memory: messages stay where they are.
    select{% if found %} /*+ broadcast({% for one in found %}lookup_{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}) */{% endif %}
        tries.*,
        case when tries.is_now then {{ numbers_of('tries.promoted', 'for_every_message.numbered') }} end as numbers,
        case when tries.is_now then flatten(array_compact(array(
            for_every_message.candidates
            {%- for one in found %},
            lookup_{{ loop.index }}.candidates
            {%- endfor %}
            {%- if in_use %},
            flatten(array_compact(transform(tries.met, text -> lookup_filters.by_filter[text])))
            {%- endif %}
        ))) else array() end as candidates
    from {{ 'met' if in_use else 'tries' }} as tries
    cross join for_every_message
    {{ 'cross join lookup_filters' if in_use }}
    {% for one in found -%}
    left join lookup_{{ loop.index }}
        on array(
            {%- for part in one.parts %}
            {{ lookup_text_of(part.type, 'tries.promoted[' ~ sql_text(part.property) ~ ']') }}{{ ',' if not loop.last }}
            {%- endfor %}
        ) = lookup_{{ loop.index }}.key
    {% endfor %}

),

matching as (

    -- A subscription matches once, by the lowest of its groups. A backfill gives the unrouted what nobody has got.
    select
        * except (numbers, candidates{{ ', met' if in_use }}),
        filter(
            candidates, candidate -> candidate.from_place <= at and (candidate.until_place is null or at < candidate.until_place)
            and (only_subscription is null or candidate.subscription = only_subscription)
            and not (candidate.is_unrouted and coalesce(asked, '') = 'backfill' and not has_failed)
            and forall(candidate.rest, p -> {{ predicate_holds('p', 'promoted', 'numbers') }})
            and not exists(candidate.earlier, predicates -> forall(predicates, p -> {{ predicate_holds('p', 'promoted', 'numbers') }}))
        ) as candidates
    from looked_up

),

final as (

    -- With the values that it correlates by; after that nobody needs the message's properties. A convoy is no instance that waits: its values
    -- are none that a message of another kind of subscription, or a host, can name.
    select
        * except (promoted, candidates),
        transform(candidates, m -> struct(
            m.subscription, m.version, m.matched_group, m.is_stopped, m.is_unrouted, m.is_once, m.is_acknowledged, m.mode,
            {{ lacks_correlation('m.correlate', 'promoted') }} as is_missing,
            case
                when {{ lacks_correlation('m.correlate', 'promoted') }} then null
                when size(m.correlate) = 0 then '{}'
                else concat(case when m.mode = 'line' then 'line ' else '' end, {{ correlation_of('m.correlate', 'promoted') }})
            end as correlation
        )) as matches
    from matching

)

select * from final
