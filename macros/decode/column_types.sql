{% macro column_types(fields) -%}
    {#- The Spark type of what each canonical column is made of: {column: type}. -#}
    {%- set types = {} -%}
    {%- set expressions = [] -%}
    {%- for column in canonical_columns() -%}
        {%- do types.update({column: 'string'}) -%}
        {%- set expression = column_expression(column, fields) -%}
        {%- if expression is not none -%}{%- do expressions.append('(' ~ expression ~ ') as ' ~ column) -%}{%- endif -%}
    {%- endfor -%}
    {%- if execute and expressions and fields -%}
        {%- for column in run_query('describe query select ' ~ expressions | join(', ') ~ ' from ' ~ spoken_record(fields)).rows -%}
            {%- do types.update({column[0]: column[1]}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(types) -%}
{%- endmacro %}
