{% macro _subscription_list(setting, value) -%}
    {#- A list of subscriptions, each as `_subscription` gives it. -#}
    {%- if value is string or value is mapping or value is not iterable -%}
        {%- do setting_error(setting, 'is not a list of subscriptions', 'a list such as [{name: orders, match: {message_type: order}}]; {format, path} or {relation}, where they are rows; [], where nothing is subscribed to') -%}
    {%- endif -%}
    {%- set subscriptions = [] -%}
    {%- set names = {} -%}
    {%- for entry in value -%}
        {%- set subscription = _subscription(setting ~ '[' ~ loop.index0 ~ ']', entry) -%}
        {%- if subscription.name in names -%}
            {%- do setting_error(setting ~ '[' ~ loop.index0 ~ '].name', 'is ' ~ subscription.name | tojson ~ ', which another subscription has', 'a name of its own') -%}
        {%- endif -%}
        {%- do names.update({subscription.name: true}) -%}
        {%- do subscriptions.append(subscription) -%}
    {%- endfor -%}
    {%- set filters = subscriptions | rejectattr('filter', 'none') | list | length -%}
    {%- if filters > 100 -%}
        {%- do setting_error(setting, 'has ' ~ filters ~ ' filters, and each of them is tried on every message', 'at most 100 subscriptions with a filter; the others with a match, by which they are looked up') -%}
    {%- endif -%}
    {%- do return(subscriptions) -%}
{%- endmacro %}
