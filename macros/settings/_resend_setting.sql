{% macro _resend_setting(setting, value) -%}
    {#- How what is missing is asked for again, or none: {chunk, attempts, wait_us, factor, most}. -#}
    {%- if value is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set fields = ['chunk', 'attempts', 'wait', 'factor', 'most'] -%}
    {%- if value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'a mapping such as {chunk: 100, attempts: 5, wait: 30s, factor: 2, most: 1000}; {} is that') -%}
    {%- endif -%}
    {%- for field in value if field not in fields -%}
        {%- do _unknown_name_error(setting, field, fields) -%}
    {%- endfor -%}
    {%- set checked = {
        'chunk': _integer_setting(setting ~ '.chunk', value.get('chunk', 100), 1, 1000000),
        'attempts': _integer_setting(setting ~ '.attempts', value.get('attempts', 5), 1, 1000),
        'wait_us': duration_us(setting ~ '.wait', value.get('wait', '30s')),
        'factor': _number_setting(setting ~ '.factor', value.get('factor', 2)),
        'most': _integer_setting(setting ~ '.most', value.get('most', 1000), 1, 100000),
    } -%}
    {%- if checked.wait_us == 0 -%}
        {%- do setting_error(setting ~ '.wait', 'is 0', 'a duration such as 30s: how long the first attempt is waited for') -%}
    {%- endif -%}
    {%- if checked.factor < 1 or checked.factor > 1000 -%}
        {%- do setting_error(setting ~ '.factor', 'is ' ~ value.factor, 'a number from 1 to 1000: by how much longer each attempt is waited for than the one before') -%}
    {%- endif -%}
    {%- do return(checked) -%}
{%- endmacro %}
