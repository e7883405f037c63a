{% macro warn_of_unreported(subscriptions) -%}
    {#- Subscriptions whose messages wait for an outcome where none can come in: their queues only grow. Ordered ones are refused (_delivery_setting). -#}
    {%- set waiting = subscriptions | rejectattr('is_ordered') | selectattr('delivery', 'equalto', 'acknowledged') | map(attribute='name') | list -%}
    {%- if waiting and settings().deliveries is none -%}
        {%- do exceptions.warn(
            'resequencer__subscriptions ' ~ waiting[0] ~ '.delivery is acknowledged' ~ (', as that of ' ~ (waiting | length - 1) ~ ' more' if waiting | length > 1)
            ~ ', but nothing says what has been delivered: what is routed there stays in the queue. Give resequencer__deliveries, where outcomes come in; or leave delivery out.'
        ) -%}
    {%- endif -%}
{%- endmacro %}
