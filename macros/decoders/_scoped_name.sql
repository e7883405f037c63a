{% macro _scoped_name(name) -%}
    {#- The scope (sys, user or none, which is '') and the name of a property of a Service Bus message, as its filters write them: sys.SessionId. -#}
    {%- if name is not string or not name.strip() -%}
        {%- do setting_error('service_bus(' ~ name | tojson ~ ')', 'is no property', "one of the message, such as service_bus('SequenceNumber'); one of its user, such as service_bus('user.region'); body; or properties") -%}
    {%- endif -%}
    {%- set parts = name.split('.', 1) -%}
    {%- do return([parts[0] | lower, parts[1]] if parts | length == 2 and parts[0] | lower in ['sys', 'user'] else ['', name]) -%}
{%- endmacro %}
