{% macro message_fact(values) -%}
    {#- A fact (row attempt) about the message of a row of int_resequencer__courses. -#}
    {{ attempt_of(none, dict({
        'number': 'number', 'intake': 'intake', 'place': 'place', 'message_id': 'coalesce(entry.message.message_id, followed.message_id)',
        'ruleset': 'coalesce(entry.message.ruleset, followed.ruleset)', 'epoch': 'epoch',
    }, **values)) }}
{%- endmacro %}
