{% macro is_for_ledger(rows_) -%}
    {#- Whether a delivery or an action is about a ruleset: with subscriptions only what names an ordered one, or a ruleset, or what only rulesets know. -#}
    {%- if settings().subscriptions is none -%}{%- do return('true') -%}{%- endif -%}
    {%- set record = rows_ ~ '.record' -%}
    {%- set names = subscription_definitions() | selectattr('is_ordered') | map(attribute='name') | list or [''] -%}
    {%- do return(
        'coalesce(' ~ record ~ '.ruleset is not null or ' ~ record ~ '.subscription in ' ~ sql_texts(names) ~ ' and (' ~ rows_ ~ ".kind <> 'action' or coalesce(" ~ record
        ~ ".action not in ('start', 'stop', 'enlist', 'unenlist', 'backfill'), true)) or " ~ rows_ ~ ".kind = 'action' and " ~ record ~ ".action in ('resend', 'skip', 'gap_fill', 'drop', 'reset', 'close'), false)"
    ) -%}
{%- endmacro %}
