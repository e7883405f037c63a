{% macro duration_us(setting, value) -%}
    {#- A duration such as 500ms, 30s, 10m, 2h or 1d in microseconds. `0` needs no unit. -#}
    {%- set units = {'ms': 1000, 's': 1000000, 'm': 60000000, 'h': 3600000000, 'd': 86400000000} -%}
    {%- set text = value | string | trim -%}
    {%- if text == '0' -%}
        {%- do return(0) -%}
    {%- endif -%}
    {%- set parts = modules.re.fullmatch('(\\d{1,12})(ms|s|m|h|d)', text) -%}
    {%- if not parts -%}
        {%- do setting_error(setting, 'is ' ~ text | tojson, 'a whole number with a unit: 500ms, 30s, 10m, 2h or 1d') -%}
    {%- endif -%}
    {%- set duration = (parts.group(1) | int) * units[parts.group(2)] -%}
    {%- if duration > 36500 * units['d'] -%}
        {%- do setting_error(setting, 'is ' ~ text, 'at most 36500d; to wait for ever, leave it out') -%}
    {%- endif -%}
    {%- do return(duration) -%}
{%- endmacro %}
