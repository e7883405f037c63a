{% macro _counter_setting(setting, value) -%}
    {#- What is numbered as it comes (resequencer__counter): {relation, cursor, by, order_by}, or none. -#}
    {%- if value is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set example = "{relation: raw.events, cursor: load_id, by: device, order_by: 'received_at, message_id'}" -%}
    {%- if value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'one such as ' ~ example) -%}
    {%- endif -%}
    {%- set fields = {'relation': 'a table or view', 'cursor': 'its column that only ever grows, from load to load', 'by': 'its column that says which sequence a message belongs to', 'order_by': 'SQL: the order in which messages that come together are numbered'} -%}
    {%- for field in value if field not in fields -%}
        {%- do _unknown_name_error(setting, field, fields | list) -%}
    {%- endfor -%}
    {%- for field, what in fields.items() if value.get(field) is not string or not value[field].strip() or (field in ['cursor', 'by'] and not modules.re.fullmatch('\\w+', value[field])) -%}
        {%- do setting_error(setting ~ '.' ~ field, 'is missing' if value.get(field) is none else 'is ' ~ value[field] | tojson, what ~ ', as in ' ~ example) -%}
    {%- endfor -%}
    {%- do return(value) -%}
{%- endmacro %}
