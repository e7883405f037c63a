{% macro _order_setting(setting, value, is_composite) -%}
    {#- The orders of the parts of a key: one, or the two of a composite key, which may have one for both. -#}
    {%- set orders = [value or 'ascending'] if value is string or value is mapping or value is not iterable else value -%}
    {%- if orders is not sameas value -%}
        {%- do _choice_setting(setting, orders[0], ['ascending', 'descending']) -%}
        {%- do return(orders) -%}
    {%- endif -%}
    {%- if not is_composite or orders | length != 2 -%}
        {%- do setting_error(setting, 'is a list of ' ~ orders | length ~ ' for a key of ' ~ ('two parts' if is_composite else 'one part'), 'ascending or descending' ~ (', or a list of two, such as [ascending, descending]' if is_composite else '; or give key a list of two')) -%}
    {%- endif -%}
    {%- for order in orders -%}{%- do _choice_setting(setting ~ '[' ~ loop.index0 ~ ']', order, ['ascending', 'descending']) -%}{%- endfor -%}
    {%- do return(orders | list) -%}
{%- endmacro %}
