{% macro heard_next(fields, skipped, settled, failed) -%}
    {#-
        In a fold over what is reported of one message, in order: its `state` (row heard, among `fields`) after the next `report`, as SQL over both, on_failure
        and max_attempts. skipped, settled, failed: what changes besides, {field: SQL}, where a skip or an outcome settles it, or a failure leaves it
        unsettled. What comes once it is over changes nothing, but the one outcome after a resend.
    -#}
    case
                when report.what = 'skip' and state.is_failing
                    then {{ state_with(fields, is_over='true', is_failing='false', **skipped) }}
                when report.what = 'resend' and not state.is_failing
                    then {{ state_with(fields, attempts='state.attempts + case when state.is_over then 0 else 1 end', is_again='state.is_over') }}
                when report.what in ('skip', 'resend') or (state.is_over and not state.is_again) then state
                when state.is_again or report.what = 'delivered' or (on_failure not in ('suspend', 'park') and state.attempts >= max_attempts)
                    then {{ state_with(fields, is_over='true', is_again='false', is_failing='false', **settled) }}
                else {{ state_with(fields, attempts='state.attempts + 1', is_failing='true', **failed) }}
            end
{%- endmacro %}
