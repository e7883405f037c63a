{% macro _operand(setting, operator, value, type) -%}
    {#-
        What a property is compared with: {type, value}, the value as text. Its own type is what YAML reads it as; `type`,
        where it is given, counts instead. Whether a time is one and a pattern compiles, Spark says (`check_subscriptions`).
    -#}
    {%- if value is none -%}
        {%- do setting_error(setting, 'is null, with which nothing can be compared', 'a value; or exists: false, for messages without the property') -%}
    {%- elif value is mapping or (value is iterable and value is not string) -%}
        {%- do setting_error(setting, 'is a ' ~ ('mapping' if value is mapping else 'list'), 'one value; a list of values with in or not_in') -%}
    {%- endif -%}
    {%- if operator == 'exists' -%}
        {%- do return({'type': 'boolean', 'value': 'true' if _boolean_setting(setting, value) else 'false'}) -%}
    {%- elif operator == 'bits' -%}
        {%- do return({'type': 'number', 'value': _integer_setting(setting, value, 0) | string}) -%}
    {%- elif operator in ['prefix', 'suffix', 'contains', 'pattern'] -%}
        {%- if value is not string or (type or 'text') != 'text' -%}
            {%- do setting_error(setting, 'is ' ~ (value | string | tojson ~ ' and no text' if value is not string else 'set with type: ' ~ type), 'a text, in quotes where it is a number; its type is text') -%}
        {%- endif -%}
        {%- do return({'type': 'text', 'value': value}) -%}
    {%- endif -%}

    {%- if value is string -%}
        {%- set own, text = 'text', value -%}
    {%- elif value is boolean -%}
        {%- set own, text = 'boolean', value | string | lower -%}
    {%- elif value is number -%}
        {%- set own, text = 'number', value | string -%}
        {%- if value is float and modules.re.sub('[eE].*|[^0-9]', '', text).strip('0') | length > 15 -%}
            {%- do setting_error(setting, 'is ' ~ text ~ ', a number with a fraction that is not kept exactly beyond 15 digits', 'the same in quotes, with type: ' ~ (type or 'number')) -%}
        {%- endif -%}
    {%- else -%}
        {%- set own, text = 'time', value.isoformat() -%}
    {%- endif -%}
    {%- set type = type or own -%}
    {%- if type == 'number' -%}
        {%- set text = plain_decimal(text) -%}
        {%- if text is none -%}
            {%- do setting_error(setting, 'is ' ~ value | string | tojson ~ ', which is no number', 'a decimal of at most 20 digits before the point and 18 behind it; or type: text, to compare it as text') -%}
        {%- endif -%}
    {%- elif type == 'boolean' -%}
        {%- set text = text | lower -%}
        {%- if text not in ['true', 'false'] -%}
            {%- do setting_error(setting, 'is ' ~ text | tojson, 'true or false; or another type') -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return({'type': type, 'value': text}) -%}
{%- endmacro %}
