{% macro before_the_events() -%}
    {#- How a sequence stands before what is new of it (row comparison), of the columns of int_resequencer__comparing. -#}
    cast(struct(
        stands.position,
        stands.last_position,
        held,
        array(),
        array(),
        coalesce({{ position_of('stands.state.begins_at', 'rules.step') }}, rules.start_position),
        case
            when rules.restarts or rules.max_gap is not null
                then {{ capped(position_of("coalesce(stands.state.reference, case when stands.state.arrived_us is null then stands.state.highest_received end)", 'rules.step'), 'stands.last_position') }}
            else stands.state.newest_number
        end,
        coalesce(stands.state.closed_us, case when stands.position >= stands.last_position then stands.state.threshold_released_us end),
        has_begun,
        coalesce(stands.state.gate.last_activity_us, stands.state.updated_us),
        stands.state.arrived_us,
        case
            when rules.reopen_after_us is null then array()
            else transform(filter(held, waiting -> waiting.body_hash is not null), waiting -> waiting.position)
        end,
        case when stands.state.closed_us is null then stands.position else {{ position_of('stands.state.highest_received', 'rules.step') }} end,
        missing,
        null,
        null,
        null
    ) as {{ row_type('comparison') }})
{%- endmacro %}
