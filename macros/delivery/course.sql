{% macro course(start, reports, actions, number, ended, until) -%}
    {#-
        What becomes of one message that is sent: an aggregate over what is reported of it (`reports`) and asked of it (`actions`), from
        `start` (row course) up to the moment `until`; `ended`: when its epoch is ended, or null. Outcomes count when they are reported,
        but not before the message is sent. Columns on_failure, max_attempts, retry_us of its order group. Of each step:
          send       an attempt that is due is sent
          wait       a failure that was reported before its attempt ends it at the moment at which it is sent
          failed, delivered, skip, resume, resend   what the report says
        As many attempts may fall due before a report as failures are reported. Besides the state it gives ended_attempts (with
        the report that ended them, or none: another one took their place), dead (with the report by which it became a dead letter),
        rejected (reports that no attempt is left for), and acted (moments of the actions that did something).
    -#}
    {%- set moment, report = row_type('moment'), row_type('report') -%}
    {%- set attempt = 'attempt: bigint, sent: ' ~ moment -%}
    {#- The state as it begins, and, where one report, by which the message was delivered, is all there is, as it ends. -#}
    {%- set begins = {
        'attempt': start ~ '.attempt', 'sent': start ~ '.sent', 'is_open': start ~ '.is_open', 'is_settled': start ~ '.is_settled',
        'settled_at': start ~ '.settled_at', 'is_failed': start ~ '.is_failed', 'failed_at': start ~ '.failed_at', 'is_dead': start ~ '.is_dead',
        'due': start ~ '.due', 'final_at': start ~ '.final_at', 'waiting': start ~ '.waiting', 'counted': start ~ '.counted',
        'ended_attempts': 'cast(array() as array<struct<' ~ attempt ~ ', outcome: string, at: ' ~ moment ~ ', report: ' ~ report ~ '>>) as ended_attempts',
        'dead': 'cast(null as struct<' ~ attempt ~ ', at: ' ~ moment ~ ', report: ' ~ report ~ '>) as dead',
        'rejected': 'cast(array() as array<' ~ report ~ '>) as rejected',
        'acted': 'cast(array() as array<' ~ moment ~ '>) as acted',
    } -%}
    {%- set fields = begins.keys() -%}
    {%- set delivered_at = 'greatest(' ~ reports ~ '[0].moment, ' ~ start ~ '.sent)' -%}
    {%- set delivered = dict(
        begins, is_open='false as is_open', is_settled='true as is_settled', settled_at='coalesce(' ~ start ~ '.settled_at, ' ~ delivered_at ~ ') as settled_at',
        counted='array(' ~ reports ~ '[0].fingerprint) as counted',
        ended_attempts=begins.ended_attempts.replace('array()', 'array(struct(' ~ start ~ '.attempt, ' ~ start ~ ".sent, 'delivered', " ~ delivered_at ~ ', ' ~ reports ~ '[0]))')
    ) -%}
    {%- set at = "case when step.what = 'wait' then state.sent else step.at end" -%}
    {%- set has_ended = 'coalesce(' ~ at ~ ' > ' ~ ended ~ ', false)' -%}
    {%- set is_last = '(state.attempt >= max_attempts or ' ~ has_ended ~ ')' -%}
    {%- set gives_up = "(not state.is_settled and " ~ is_last ~ " and on_failure in ('dead_letter', 'terminate', 'fail'))" -%}
    {%- set failure = "case when step.what = 'wait' then state.waiting[0] else step.report end" -%}
    {%- set rest = "when step.what = 'wait' then slice(state.waiting, 2, size(state.waiting)) else state.waiting end" -%}
    {%- set nothing = 'slice(state.waiting, 1, 0)' -%}
    {%- set acted = 'array_append(state.acted, step.at)' -%}
    {%- set is_named = 'coalesce(' ~ number ~ ' between step.report.from_number and step.report.to_number, false)' -%}
    {%- set attempt_and = 'array_append(state.ended_attempts, struct(state.attempt as attempt, state.sent as sent, ' -%}
    {%- set repeats = "case when max_attempts > 1 then 1 + size(filter(concat(" ~ start ~ ".waiting, " ~ reports ~ "), report -> report.what = 'failed')) else 0 end" -%}
    {#- What waited and is rejected counts no more: if it comes again, it is rejected again. -#}
    {%- set waiting_prints = 'transform(state.waiting, other -> other.fingerprint)' -%}
    {%- set counted_too = 'case when step.report.fingerprint is null then state.counted else array_append(state.counted, step.report.fingerprint) end' -%}
    {%- set wait_us = '(retry_us * shiftleft(1L, cast(least(state.attempt, 40) - 1 as int)))' -%}
    {#- At once, or, so long afterwards, once everything reported of that time is known. -#}
    {%- set next_due = 'case when ' ~ wait_us ~ ' = 0 then (' ~ at ~ ') else '
        ~ "named_struct('us', (" ~ at ~ ').us + ' ~ wait_us ~ ", 'ingest', -1152921504606846976, 'arrived_us', 0L, 'intake', 0L, 'place', 0L) end" -%}
    {%- set no_report = 'cast(null as ' ~ report ~ ')' -%}
    case
        when size({{ reports }}) = 0 and size({{ actions }}) = 0 and {{ start }}.due is null then {{ 'struct(' ~ begins.values() | join(', ') ~ ')' }}
        when size({{ reports }}) = 1 and {{ reports }}[0].what = 'delivered' and size({{ actions }}) = 0 and {{ start }}.is_open and not {{ start }}.is_failed
            and size({{ start }}.counted) = 0
            then {{ 'struct(' ~ delivered.values() | join(', ') ~ ')' }}
        else aggregate(
        flatten(transform(
            array_append(
                array_sort(concat(
                    transform(
                        filter(
                            {{ reports }},
                            (report, i) -> report.moment > {{ start }}.sent
                            or array_position(transform({{ reports }}, other -> other.fingerprint), report.fingerprint) = i + 1
                        ),
                        report -> struct(greatest(report.moment, {{ start }}.sent) as at, report)
                    ),
                    transform(filter({{ actions }}, report -> report.moment > {{ start }}.sent), report -> struct(report.moment as at, report))
                )),
                struct({{ until }} as at, {{ no_report }} as report)
            ),
            event -> concat(
                flatten(array_repeat(array(
                    struct('send' as what, event.at, {{ no_report }} as report), struct('wait' as what, event.at, {{ no_report }} as report)
                ), {{ repeats }})),
                array(struct(event.report.what, event.at, event.report), struct('wait' as what, event.at, {{ no_report }} as report))
            )
        )),
        {{ 'struct(' ~ begins.values() | join(', ') ~ ')' }},
        (state, step) -> case
            when array_contains(state.counted, step.report.fingerprint)
                and not (not state.is_open and {{ has_ended }} and array_contains({{ waiting_prints }}, step.report.fingerprint)) then state
            when step.what = 'send' and state.due <= step.at and coalesce(state.due <= {{ ended }}, true)
                then {{ state_with(fields, attempt='state.attempt + 1', sent='state.due', is_open='true', due='cast(null as ' ~ moment ~ ')') }}
            when state.is_open and (step.what = 'failed' or (step.what = 'wait' and size(state.waiting) > 0)) then {{ state_with(fields,
                ended_attempts=attempt_and ~ "'failed' as outcome, " ~ at ~ ' as at, ' ~ failure ~ ' as report))',
                is_open='false',
                counted='array_except(' ~ counted_too ~ ', case when ' ~ gives_up ~ ' or state.is_settled then transform(case ' ~ rest ~ ', other -> other.fingerprint) else slice(state.counted, 1, 0) end)',
                waiting='case when ' ~ gives_up ~ ' or state.is_settled then ' ~ nothing ~ ' ' ~ rest,
                rejected='case when ' ~ gives_up ~ ' or state.is_settled then concat(state.rejected, case ' ~ rest ~ ') else state.rejected end',
                is_settled='state.is_settled or ' ~ gives_up,
                settled_at='coalesce(state.settled_at, case when ' ~ gives_up ~ ' then ' ~ at ~ ' end)',
                final_at="coalesce(state.final_at, case when " ~ gives_up ~ " and on_failure = 'terminate' then " ~ at ~ ' end)',
                is_failed='not state.is_settled and not ' ~ gives_up,
                failed_at='coalesce(state.failed_at, case when not state.is_settled then ' ~ at ~ ' end)',
                due='case when not state.is_settled and not ' ~ is_last ~ ' then ' ~ next_due ~ ' end',
                is_dead="state.is_dead or (not state.is_settled and " ~ is_last ~ " and on_failure in ('dead_letter', 'park'))",
                dead="case when not state.is_settled and not state.is_dead and " ~ is_last ~ " and on_failure in ('dead_letter', 'park') then struct(state.attempt as attempt, state.sent as sent, " ~ at ~ ' as at, ' ~ failure ~ ' as report) else state.dead end'
            ) }}
            when step.what in ('failed', 'delivered') and not state.is_open and (state.is_settled or {{ has_ended }})
                then {{ state_with(fields, rejected='array_append(state.rejected, step.report)') }}
            when step.what = 'failed' then {{ state_with(fields, waiting='array_append(state.waiting, step.report)', counted=counted_too) }}
            when step.what = 'delivered' then {{ state_with(fields,
                ended_attempts="array_append(state.ended_attempts, struct(case when state.is_open then state.attempt else state.attempt + 1 end as attempt, case when state.is_open then state.sent else step.at end as sent, 'delivered' as outcome, step.at as at, step.report as report))",
                attempt='case when state.is_open then state.attempt else state.attempt + 1 end',
                is_open='false', is_settled='true', settled_at='coalesce(state.settled_at, step.at)', is_failed='false', counted='array_except(' ~ counted_too ~ ', ' ~ waiting_prints ~ ')',
                due='cast(null as ' ~ moment ~ ')', waiting=nothing, rejected='concat(state.rejected, state.waiting)'
            ) }}
            when step.what = 'skip' and state.is_failed and {{ is_named }} and not {{ has_ended }} then {{ state_with(fields,
                is_settled='true', settled_at='step.at', is_failed='false', due='cast(null as ' ~ moment ~ ')',
                waiting=nothing, rejected='concat(state.rejected, state.waiting)', counted='array_except(state.counted, ' ~ waiting_prints ~ ')', acted=acted
            ) }}
            when step.what = 'resume' and state.is_failed and not state.is_open and (step.report.from_number is null or {{ is_named }}) and not {{ has_ended }} then {{ state_with(fields,
                attempt='state.attempt + 1', sent='step.at', is_open='true', due='cast(null as ' ~ moment ~ ')', acted=acted
            ) }}
            when step.what = 'resend' and (not state.is_failed or {{ has_ended }}) and {{ is_named }} then {{ state_with(fields,
                ended_attempts='case when state.is_open then ' ~ attempt_and ~ 'cast(null as string) as outcome, cast(null as ' ~ moment ~ ') as at, ' ~ no_report ~ ' as report)) else state.ended_attempts end',
                attempt='state.attempt + 1', sent='step.at', is_open='true', due='cast(null as ' ~ moment ~ ')', acted=acted,
                waiting=nothing, rejected='concat(state.rejected, state.waiting)'
            ) }}
            else state
        end
    )
    end
{%- endmacro %}
