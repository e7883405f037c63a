{% macro ordered_instance_uid(rows_) -%}
    {#- The uid of the instance of an ordered subscription, as SQL over its order_group, sequence_id and epoch. -#}
    {{- messagebox_uid('instance', 'concat(' ~ messagebox_uid('subscription', rows_ ~ '.order_group') ~ ", '/', " ~ rows_ ~ ".sequence_id, '/', " ~ rows_ ~ '.epoch)') -}}
{%- endmacro %}
