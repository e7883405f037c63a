{% macro merge_types(first, second) -%}
    {#- The narrowest Spark type that holds values of both, for what two CSV files show of one column; string where only text does. -#}
    {%- if 'void' in [first, second] -%}
        {%- do return(second if first == 'void' else first) -%}
    {%- endif -%}
    {%- set numbers = ['int', 'bigint', 'double'] -%}
    {%- if first in numbers and second in numbers -%}
        {%- do return(numbers[[numbers.index(first), numbers.index(second)] | max]) -%}
    {%- endif -%}
    {%- do return(first if first == second else 'string') -%}
{%- endmacro %}
