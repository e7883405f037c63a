{{ config(materialized='ephemeral', enabled=var('resequencer__subscriptions', none) is not none) }}

{#-
    Which subscriptions match: one row is a message that is to be routed (int_resequencer__tries), with all of them. Each looks up its
    candidates by the values of its properties, one lookup for each signature; only on these the rest of the predicates is tried (R1 to R4).
-#}
{%- set found = signatures() %}
-- computed once
-- depends_on: {{ ref('int_resequencer__box_run') }}
with tries as (

    select * from {{ ref('int_resequencer__tries') }}

),

filters as (

    select * from {{ ref('int_resequencer__filters') }}

),

for_every_message as (

    -- Groups that nothing is looked up by.
    select collect_list(candidate) as candidates
    from filters
    where signature is null

),

{% for one in found %}
lookup_{{ loop.index }} as (

    select
        key,
        collect_list(candidate) as candidates
    from filters
    where signature = {{ sql_text(one.text) }}
    group by key

),

{% endfor %}
looked_up as (

    select
        tries.*,
        case when tries.is_now then flatten(array_compact(array(
            for_every_message.candidates
            {%- for one in found %},
            lookup_{{ loop.index }}.candidates
            {%- endfor %}
        ))) else array() end as candidates
    from tries
    cross join for_every_message
    {% for one in found -%}
    left join lookup_{{ loop.index }}
        on array(
            {%- for part in one.parts %}
            {{ lookup_text_of(part.type, 'tries.promoted[' ~ sql_text(part.property) ~ ']') }}{{ ',' if not loop.last }}
            {%- endfor %}
        ) = lookup_{{ loop.index }}.key
    {% endfor %}

),

final as (

    -- A subscription matches once, by the lowest of its groups.
    select
        * except (candidates),
        filter(
            candidates, candidate -> candidate.from_place <= at and (candidate.until_place is null or at < candidate.until_place)
            and (only_subscription is null or candidate.subscription = only_subscription)
            and forall(candidate.rest, p -> {{ predicate_holds('p', 'promoted') }})
            and not exists(candidate.earlier, predicates -> forall(predicates, p -> {{ predicate_holds('p', 'promoted') }}))
        ) as matches
    from looked_up

)

select * from final
