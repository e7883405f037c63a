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
                then least(coalesce({{ position_of('stands.state.reference', 'rules.step') }}, {{ position_of('stands.state.highest_received', 'rules.step') }}), stands.last_position)
            else stands.state.newest_number
        end,
        coalesce(stands.state.closed_us, case when stands.position >= stands.last_position then stands.state.threshold_released_us end),
        has_begun,
        coalesce(stands.state.gate.last_activity_us, stands.state.updated_us),
        stands.state.arrived_us,
        array(),
        case when stands.state.closed_us is null then stands.position else {{ position_of('stands.state.highest_received', 'rules.step') }} end,
        missing,
        null,
        null,
        null
    ) as {{ row_type('comparison') }})
{%- endmacro %}
