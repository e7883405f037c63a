{% macro definition_rows() -%}
    {#- The subscriptions of the settings as rows: subscription, definition (JSON), content_hash. -#}
    {%- set rows_ = [] -%}
    {%- for subscription in subscription_definitions() or [] -%}
        {%- set definition = dict(subscription) -%}
        {%- do definition.pop('name') -%}
        {%- do rows_.append('(' ~ sql_text(subscription.name) ~ ', ' ~ sql_text(definition | tojson) ~ ')') -%}
    {%- endfor -%}
    select
        cast(subscription as string) as subscription,
        cast(definition as string) as definition,
        md5(definition) as content_hash
    from {{ 'values ' ~ rows_ | join(',\n        ') ~ ' as settings (subscription, definition)' if rows_ else "(select '' as subscription, '' as definition) as settings\n    where false" }}
{%- endmacro %}
