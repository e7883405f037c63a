{% macro _subscriptions_setting(value) -%}
    {#-
        The subscriptions: none; a list of those of `_subscription`; or, where a table or files hold them, what
        `_input_setting` gives (`subscription_definitions` then reads them).
    -#}
    {%- set setting = 'resequencer__subscriptions' -%}
    {%- if value is none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- if value is mapping and ('relation' in value or 'path' in value or 'format' in value) -%}
        {%- set input = _input_setting(setting, value) -%}
        {%- if input.schema is defined and input.schema is not none -%}
            {%- do setting_error(setting ~ '.schema', 'is set', 'left out: the columns are those of the files') -%}
        {%- endif -%}
        {%- do return(input) -%}
    {%- endif -%}
    {%- do return(_subscription_list(setting, value)) -%}
{%- endmacro %}
