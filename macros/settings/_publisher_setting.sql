{% macro _publisher_setting(value) -%}
    {#- What is known of who published a message: {column of the spool: SQL over the columns of a message}. -#}
    {%- set setting = 'resequencer__publisher' -%}
    {%- set publisher = publisher_expressions() -%}
    {%- if value is not none and value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', "SQL expressions over the columns of a message, such as {user_name: properties['UserName']}, for " ~ publisher | join(', ')) -%}
    {%- endif -%}
    {%- for field in value or {} -%}
        {%- if field not in publisher -%}
            {%- do _unknown_name_error(setting, field, publisher | list) -%}
        {%- endif -%}
        {%- if value[field] is not none -%}
            {%- do publisher.update({field: _expression_setting(setting ~ '.' ~ field, value[field])}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(publisher) -%}
{%- endmacro %}
