{% macro _forwarding_filter(setting, value) -%}
    {#- The filter of a forwarding rule, a text as Service Bus has it, as a condition over a message, SQL. -#}
    {%- if value is not string or not value.strip() -%}
        {%- do setting_error(setting, 'is ' ~ ('missing' if value is none else value | tojson), "a condition such as EXISTS(SessionName) AND sys.Label = 'order'; 1 = 1 for every message") -%}
    {%- endif -%}
    {%- set source = {'setting': setting, 'text': value, 'prefix': '', 'used': []} -%}
    {%- set node = _forwarding_node(source, _forwarding_tokens(source)) -%}
    {%- if node.kind != 'condition' -%}
        {%- do _forwarding_error(source, 0, 'this is a value and no condition', "a comparison such as name = 'x' or name = TRUE, EXISTS(name), name IS NOT NULL") -%}
    {%- endif -%}
    {%- do return(node.sql) -%}
{%- endmacro %}
