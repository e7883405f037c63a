{{ config(enabled=var('resequencer__subscriptions', none) is not none) }}

with newest as (

    select
        subscription,
        version,
        from_json(definition, {{ sql_text(box_type('definition')) }}) as definition
    from {{ ref('int_resequencer__newest_versions') }}
    where not is_removed

),

final as (

    select
        newest.subscription,
        newest.version,
        cast(alternatives.number + 1 as int) as or_group,
        cast(conditions.number + 1 as int) as position,
        conditions.predicate.property,
        conditions.predicate.operator,
        case when conditions.predicate.operator in ('in', 'not_in') then to_json(conditions.predicate.operands.value) else conditions.predicate.operands[0].value end as value,
        conditions.predicate.operands[0].type as value_type,
        case conditions.predicate.operator
            when 'eq' then 'EqualsPredicates'
            when 'in' then 'EqualsPredicates2ndPass'
            when 'ne' then 'NotEqualsPredicates'
            when 'not_in' then 'NotEqualsPredicates'
            when 'lt' then 'LessThanPredicates'
            when 'le' then 'LessThanOrEqualsPredicates'
            when 'gt' then 'GreaterThanPredicates'
            when 'ge' then 'GreaterThanOrEqualsPredicates'
            when 'exists' then 'ExistsPredicates'
            when 'bits' then 'BitwiseANDPredicates'
            else 'FirstPassPredicates'
        end as predicate_table
    from newest
        lateral view posexplode(newest.definition.groups) alternatives as number, predicates
        lateral view posexplode(alternatives.predicates) conditions as number, predicate

)

select * from final
