{% macro report_of_input() -%}
    {#- A row of int_resequencer__addressed as a report (row report). -#}
    cast(struct(
            moment,
            coalesce(record.outcome, record.action),
            case when kind = 'delivery' then {{ fingerprint_of('record') }} end,
            {{ as_integer('record.from_number') }},
            coalesce({{ as_integer('record.to_number') }}, {{ as_integer('record.from_number') }}),
            at_us,
            intake,
            place,
            record
        ) as {{ row_type('report') }})
{%- endmacro %}
