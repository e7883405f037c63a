{% macro course_begins(start, delivered_by=none) -%}
    {#- The state of a message's course (macro course) at its start; delivered_by: where one report, by which it was delivered, is all there is. -#}
    {%- set at = 'greatest(' ~ (delivered_by or start) ~ ('.moment, ' ~ start if delivered_by) ~ '.sent)' -%}
    {%- set attempt_type_ = 'struct<attempt: bigint, sent: ' ~ row_type('moment') ~ ', outcome: string, at: ' ~ row_type('moment') ~ ', report: ' ~ row_type('report') ~ '>' -%}
    struct(
            {{ start }}.attempt, {{ start }}.sent, {{ start ~ '.is_open' if not delivered_by else 'false as is_open' }},
            {{ start ~ '.is_settled' if not delivered_by else 'true as is_settled' }},
            {{ start ~ '.settled_at' if not delivered_by else 'coalesce(' ~ start ~ '.settled_at, ' ~ at ~ ') as settled_at' }},
            {{ start }}.is_failed, {{ start }}.failed_at, {{ start }}.is_dead, {{ start }}.due, {{ start }}.final_at, {{ start }}.waiting,
            {{ start ~ '.counted' if not delivered_by else 'array(' ~ delivered_by ~ '.fingerprint) as counted' }},
            cast({{ 'array(struct(' ~ start ~ '.attempt, ' ~ start ~ ".sent, 'delivered', " ~ at ~ ', ' ~ delivered_by ~ '))' if delivered_by else 'array()' }} as array<{{ attempt_type_ }}>) as ended_attempts,
            cast(null as struct<attempt: bigint, sent: {{ row_type('moment') }}, at: {{ row_type('moment') }}, report: {{ row_type('report') }}>) as dead,
            cast(array() as array<{{ row_type('report') }}>) as rejected,
            cast(array() as array<{{ row_type('moment') }}>) as acted
        )
{%- endmacro %}
