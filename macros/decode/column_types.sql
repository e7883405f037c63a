{% macro column_types(fields) -%}
    {#- The Spark type of every canonical column's expression: {column: type}. -#}
    {%- set types = {} -%}
    {%- set expressions = [] -%}
    {%- for column in canonical_columns() -%}
        {%- do types.update({column: 'string'}) -%}
        {%- do expressions.append(column_expression(column, fields) ~ ' as ' ~ column) -%}
    {%- endfor -%}
    {%- if execute -%}
        {%- for column in run_query('describe query select ' ~ expressions | join(', ') ~ ' from ' ~ empty_record(fields)).rows -%}
            {%- do types.update({column[0]: column[1]}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do return(types) -%}
{%- endmacro %}
