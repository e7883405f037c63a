{% macro input_type() -%}
    {#- A delivery (message_id, outcome, detail, at) or an action (the others, and at), as it came: all of it text. -#}
    {%- do return(
        'struct<message_id: string, outcome: string, detail: string, action_id: string, action: string, ruleset: string,'
        ~ ' sequence_id: string, from_number: string, to_number: string, `by`: string, why: string, `at`: string>'
    ) -%}
{%- endmacro %}
