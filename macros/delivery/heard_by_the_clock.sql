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
            (state, report) -> case
                when report.what = 'skip' and state.is_failing
                    then {{ state_with(fields, is_over='true', is_failing='false', failing_until='report.at_us') }}
                when report.what = 'resend' and not state.is_failing
                    then {{ state_with(fields, attempts='state.attempts + case when state.is_over then 0 else 1 end', is_again='state.is_over') }}
                when report.what in ('skip', 'resend') or (state.is_over and not state.is_again) then state
                when state.is_again or report.what = 'delivered' or (on_failure not in ('suspend', 'park') and state.attempts >= max_attempts) then {{ state_with(fields,
                    is_over='true', is_again='false', is_failing='false', active='array_append(state.active, report.at_us)',
                    failing_until='case when state.is_failing then report.at_us else state.failing_until end'
                ) }}
                else {{ state_with(fields,
                    attempts='state.attempts + 1', is_failing='true', active='array_append(state.active, report.at_us)',
                    failing_from='coalesce(state.failing_from, report.at_us)'
                ) }}
            end
        )
        end
    {%- else -%}
        cast(null as {{ row_type('heard') }})
    {%- endif -%}
{%- endmacro %}
