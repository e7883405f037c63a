{% macro instance_uid(founder) -%}
    {#- The uid of an instance that a message has made (row `founder` of box_types), beside founders_join. -#}
    {{- messagebox_uid('instance', "concat(" ~ founder_message_uid(founder) ~ ", '/', " ~ messagebox_uid('subscription', founder ~ '.subscription') ~ ')') -}}
{%- endmacro %}
