{% macro routing_failure_advice(reason) -%}
    {#- What to look at where no subscription got a message, by the reason. -#}
    case {{ reason }}
            when 'no_subscription' then 'no subscription is enlisted: see resequencer__subscription_status'
            when 'no_match' then 'no predicate of an enlisted subscription holds: see the context, and macro explain_match'
            when 'missing_correlation' then 'a subscription matched, but a property that it correlates by is missing: see the context'
            when 'no_live_instance' then 'no instance waits for these values: see resequencer__subscription, and action reroute'
        end
{%- endmacro %}
