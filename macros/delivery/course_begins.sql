{% macro course_begins(start, delivered_by=none) -%}
    {#- The state of a message's course (macro course) at its start; delivered_by: where one report, by which it was delivered, is all there is. -#}
    {%- set at = 'greatest(' ~ (delivered_by or start) ~ ('.moment, ' ~ start if delivered_by) ~ '.sent)' -%}
    {%- set attempt_type_ = 'struct<attempt: bigint, sent: ' ~ moment_type() ~ ', outcome: string, at: ' ~ moment_type() ~ ', report: ' ~ report_type() ~ '>' -%}
    struct(
            {{ start }}.attempt, {{ start }}.sent, {{ start ~ '.is_open' if not delivered_by else 'false as is_open' }},
            {{ start ~ '.is_settled' if not delivered_by else 'true as is_settled' }},
            {{ start ~ '.settled_at' if not delivered_by else 'coalesce(' ~ start ~ '.settled_at, ' ~ at ~ ') as settled_at' }},
            {{ start }}.is_failed, {{ start }}.failed_at, {{ start }}.is_dead, {{ start }}.due, {{ start }}.final_at, {{ start }}.waiting,
            {{ start ~ '.counted' if not delivered_by else 'array(' ~ delivered_by ~ '.fingerprint) as counted' }},
            cast({{ 'array(struct(' ~ start ~ '.attempt, ' ~ start ~ ".sent, 'delivered', " ~ at ~ ', ' ~ delivered_by ~ '))' if delivered_by else 'array()' }} as array<{{ attempt_type_ }}>) as ended_attempts,
            cast(null as struct<attempt: bigint, sent: {{ moment_type() }}, at: {{ moment_type() }}, report: {{ report_type() }}>) as dead,
            cast(array() as array<{{ report_type() }}>) as rejected,
            cast(array() as array<{{ moment_type() }}>) as acted
        )
{%- endmacro %}
