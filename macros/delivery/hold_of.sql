{% macro hold_of(message, after) -%}
    {#- For how long a message holds up those behind it (row hold), from its course (`after`: ended, course). -#}
    cast(struct(
                    {{ message }}.turn, {{ message }}.epoch, {{ message }}.intake, {{ message }}.place, {{ message }}.ends_before,
                    case
                        when is_acknowledged then {{ after }}.course.sent
                        -- What an earlier run left waiting was stopped all along.
                        when {{ message }}.course.is_failed then {{ moment_of_timer('-9223372036854775808') }}
                        else {{ after }}.course.failed_at
                    end,
                    least({{ after_reports('coalesce(' ~ after ~ '.course.settled_at, ' ~ never() ~ ')') }}, {{ after }}.ended),
                    least(coalesce({{ after }}.course.settled_at, {{ never() }}), {{ after }}.ended),
                    {{ after }}.course.final_at,
                    {{ after }}.course.acted
                ) as {{ row_type('hold') }})
{%- endmacro %}
