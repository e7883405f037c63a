{% macro check_arrivals_by(ledger, last) -%}
    {#-
        New is what lies behind the last intake position: where another kind of position counts, nothing would seem new, or everything. And what
        rulesets have judged has not been routed, nor the other way round.
    -#}
    {%- set by, was = batches_by(), last.arrivals_by -%}
    {%- set remedy = 'as before, or a lake or schema of its own for these arrivals; to start again with them, drop ' ~ ledger ~ ' first' -%}
    {%- if was is not none and ('messagebox' in was or last.get('routed_to') is not none) != has_subscriptions() -%}
        {%- do setting_error(
            'resequencer__subscriptions',
            'is set, and until now the messages of this lake went to rulesets' if has_subscriptions() else 'is not set, and until now the messages of this lake went to subscriptions',
            remedy
        ) -%}
    {%- elif was is not none and was | replace('messagebox, ', '') != arrivals_by() -%}
        {%- set told = [] -%}
        {%- for one in [by, was] -%}
            {%- set kind = one | replace('messagebox, ', '') -%}
            {%- do told.append('taken from resequencer__landing' if kind == 'landing' else 'counted by ' ~ kind) -%}
        {%- endfor -%}
        {%- do setting_error(
            'resequencer__arrivals_relation',
            'makes arrivals ' ~ told[0] ~ ', and until now they were ' ~ told[1] ~ ': what is new could not be told',
            remedy
        ) -%}
    {%- endif -%}
{%- endmacro %}
