{% macro keeps_message_ids() -%}
    {#- Whether references keep the id of their message: where outcomes may name it, or it is what a message is known by. -#}
    {%- do return(has_inputs() or settings().message_identity is not none) -%}
{%- endmacro %}
