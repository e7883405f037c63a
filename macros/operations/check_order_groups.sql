{% macro check_order_groups(ledger, last) -%}
    {#-
        Sequences carried from run to run keep their way of ordering. An order group that has some may not vanish from the rulesets,
        nor change how its keys are counted. Messages that wait for a tick (heartbeat) or for their whole sequence (hold) have been
        decided, so these two may not be removed. Nor may what lets sequences start again (reopen), nor what follows deliveries and
        ends (resequencer__deliveries, resequencer__actions, expire_after).
    -#}
    {%- set groups = order_groups() -%}
    {%- for name in last.order_groups -%}
        {%- set before = last.order_groups[name] -%}
        {%- set now = groups.get(name) -%}
        {%- set changed = [] -%}
        {%- for field in ['key_type', 'step', 'start', 'order', 'wrap_at', 'wrap_to', 'key', 'session_timeout', 'span_to or previous'] if now is not none and _way_of_ordering(now, field) != _way_of_ordering(before, field) -%}
            {%- do changed.append(field) -%}
        {%- endfor -%}
        {%- for field, setting in {'holds_whole': 'hold', 'heartbeat_us': 'heartbeat', 'reopens': 'reopen', 'restarts': 'restart', 'is_reported': 'resequencer__deliveries', 'delivers': 'resequencer__actions or expire_after'}.items() if now is not none and before.get(field) and not now.get(field) -%}
            {%- do changed.append(setting) -%}
        {%- endfor -%}
        {%- if now is none or changed -%}
            {%- set open = run_query(
                'select 1 from ' ~ ledger ~ " where disposition in ('head', 'closed') and order_group = " ~ sql_text(name) ~ ' limit 1'
            ).rows -%}
            {%- if open -%}
                {%- do setting_error(
                    'resequencer__' ~ ('subscriptions' if has_subscriptions() else 'rulesets'),
                    ('no longer has the ' ~ ('ordered subscription ' if has_subscriptions() else 'order_group ') ~ name if now is none else 'changes ' ~ changed | join(' and ') ~ ' of ' ~ name) ~ ', which has sequences',
                    'as before' ~ (', with status: unenlisted where nothing more is to come' if has_subscriptions() and now is none) ~ '; to judge all arrivals again by other ' ~ ('subscriptions' if has_subscriptions() else 'rulesets') ~ ', run with --full-refresh'
                    ~ (' and resequencer__route_by: newest' if has_subscriptions() and now is none)
                ) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
