{% macro cloud_event_headers(headers) -%}
    {#-
        The attributes of a CloudEvent in the headers of a message in binary mode, an array of {name, value}, as SQL: ce_id (Kafka), ce-id (HTTP, whose values are percent-encoded),
        cloudEvents:id and cloudEvents_id (AMQP, JMS), and Content-Type, which is datacontenttype. Headers are an array of {key, value}, as Spark's Kafka source has them.
    -#}
    {%- set name = "case when _name in ('content-type', 'content_type') then 'datacontenttype' else regexp_extract(_name, '^(?:ce[_-]|cloudevents[:_])([a-z0-9]+)$', 1) end" -%}
    {%- set value = "if(startswith(_name, 'ce-'), coalesce(try_url_decode(replace(_value, '+', '%2B')), _value), _value)" -%}
    {%- set entry = "named_struct('name', " ~ name ~ ", 'value', " ~ value ~ ')' -%}
    {%- set entry = with_value('_value', 'cast(_header.value as string)', with_value('_name', 'lower(_header.key)', entry)) -%}
    {%- do return('filter(transform(coalesce(' ~ headers ~ ", array()), _header -> " ~ entry ~ "), _one -> _one.name <> '' and _one.value is not null)") -%}
{%- endmacro %}
