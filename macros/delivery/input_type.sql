{% macro input_type() -%}
    {#- A delivery (message_id, outcome, detail, attempt, consumer, begun_at, at, of which sequence) or an action (the others), as it came: all of it text. -#}
    {%- do return(
        'struct<message_id: string, outcome: string, detail: string, attempt: string, consumer: string, begun_at: string, action_id: string, action: string, ruleset: string,'
        ~ ' sequence_id: string, from_number: string, to_number: string, `by`: string, why: string, `at`: string>'
    ) -%}
{%- endmacro %}
