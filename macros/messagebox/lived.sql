{% macro lived(events, carried) -%}
    {#-
        The lives of components through a batch: `events` (component, event) upon what is `carried` of them (int_resequencer__box_carried). One
        row is a component that something happens to.
    -#}
    select
        component,
        aggregate(
            events,
            cast(named_struct('instances', instances, 'refs', refs, 'spells', spells, 'steps', array(), 'answers', array()) as {{ box_type('life') }}),
            (state, event) -> {{ life_after('state', 'event') }}
        ) as life
    from (
        select
            happened.component,
            happened.events,
            coalesce(before.instances, array()) as instances,
            coalesce(before.refs, array()) as refs,
            coalesce(before.spells, array()) as spells
        from (
            select
                component,
                array_sort(collect_list(event)) as events
            from {{ events }}
            group by component
        ) as happened
        left join (
            select
                component,
                collect_list(instance) as instances,
                collect_list(reference) as refs,
                flatten(collect_list(spells)) as spells
            from {{ carried }}
            group by component
        ) as before
            on happened.component = before.component
    ) as begun
{%- endmacro %}
