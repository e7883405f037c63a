{% macro _lookback_setting(setting, value) -%}
    {#-
        How far below the cursor rows are looked for again: {number, us}, in whole numbers or in microseconds, whichever it is written in;
        0 is both. Only Spark can say which of the two the cursor counts by (`check_lookback`).
    -#}
    {%- set text = value | string | trim -%}
    {%- if value is boolean or text.startswith('-') -%}
        {%- do setting_error(setting, 'is ' ~ text, 'a duration such as 1h, a whole number where the cursor is one, or 0') -%}
    {%- endif -%}
    {%- if modules.re.fullmatch('\\d{1,18}', text) -%}
        {%- do return({'number': text | int, 'us': 0 if text | int == 0 else none, 'text': text}) -%}
    {%- endif -%}
    {%- do return({'number': none, 'us': duration_us(setting, text), 'text': text}) -%}
{%- endmacro %}
