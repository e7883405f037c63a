{% macro heard_by_the_clock() -%}
    {#-
        What has been said of a message (row heard), one report after the other, where sequences expire: of one that is in line or was sent
        in an earlier run; from news, actions, heard, number, on_failure and max_attempts.
        active: when something was said that still mattered; failing_from, failing_until: a failure that leaves it unsettled.
    -#}
    {%- set fields = ['attempts', 'is_failing', 'is_over', 'is_again', 'active', 'failing_from', 'failing_until'] -%}
    {%- if has_mode('expire_us') -%}
        case
            when expire_us is not null and (kind = 'carried' or (kind = 'message' and entry.stands)) then aggregate(
            array_sort(concat(
                coalesce(news, array()),
                filter(actions, report -> report.what in ('skip', 'resend') and coalesce(report.moment > entry.came_at, true) and number between report.from_number and report.to_number)
            )),
            struct(
                coalesce(heard.attempts, 1L) as attempts, coalesce(heard.is_failing, false) as is_failing, coalesce(heard.is_over, false) as is_over,
                coalesce(heard.is_again, false) as is_again, cast(array() as array<bigint>) as active,
                case when heard.is_failing then -9223372036854775808 end as failing_from, cast(null as bigint) as failing_until
            ),
            (state, report) -> {{ heard_next(
                fields,
                skipped={'failing_until': 'report.at_us'},
                settled={
                    'active': 'array_append(state.active, report.at_us)',
                    'failing_until': 'case when state.is_failing then report.at_us else state.failing_until end',
                },
                failed={
                    'active': 'array_append(state.active, report.at_us)', 'failing_from': 'coalesce(state.failing_from, report.at_us)',
                }
            ) }}
        )
        end
    {%- else -%}
        cast(null as {{ row_type('heard') }})
    {%- endif -%}
{%- endmacro %}
