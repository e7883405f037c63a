{% macro _capacity_setting(setting, value) -%}
    {#- How many messages a run hands over, by outlet: {outlet: number}; one number is that of `released`. -#}
    {%- if value is none -%}
        {%- do return({}) -%}
    {%- endif -%}
    {%- if value is not mapping -%}
        {%- do return({'released': _integer_setting(setting, value, 1, 1000000000)}) -%}
    {%- endif -%}
    {%- set capacity = {} -%}
    {%- for outlet in value -%}
        {%- if outlet not in ['released', 'bypass', 'failure', 'nohit'] -%}
            {%- do _unknown_name_error(setting, outlet, ['released', 'bypass', 'failure', 'nohit']) -%}
        {%- endif -%}
        {%- do capacity.update({outlet: _integer_setting(setting ~ '.' ~ outlet, value[outlet], 1, 1000000000)}) -%}
    {%- endfor -%}
    {%- do return(capacity) -%}
{%- endmacro %}
