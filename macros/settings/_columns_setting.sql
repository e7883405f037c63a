{% macro _columns_setting(value) -%}
    {%- set setting = 'resequencer__columns' -%}
    {%- if value is none -%}
        {%- do return({}) -%}
    {%- endif -%}
    {%- if value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', 'canonical column: Spark SQL expression over the raw record') -%}
    {%- endif -%}
    {%- for column in value -%}
        {%- if column not in canonical_columns() -%}
            {%- do _unknown_name_error(setting, column, canonical_columns()) -%}
        {%- endif -%}
        {%- if value[column] is none or not (value[column] | string).strip() -%}
            {%- do setting_error(setting ~ '.' ~ column, 'is empty', 'a Spark SQL expression over the raw record, such as get_json_object(_raw, \'$.id\')') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set columns = {} -%}
    {%- for column in value -%}
        {%- do columns.update({column: with_macros(value[column])}) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{%- endmacro %}
