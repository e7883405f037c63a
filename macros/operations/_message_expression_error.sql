{% macro _message_expression_error(expression) -%}
    {#- What Spark says is wrong with an expression over the ledger's columns, of one row each, or none. -#}
    {%- set columns = [] -%}
    {%- for name, type in row_fields().ledger.items() -%}{%- do columns.append('cast(null as ' ~ type ~ ') as ' ~ name) -%}{%- endfor -%}
    {#- Beside a column: an aggregate would not be of one row. -#}
    {%- do return(query_error('select message_id, cast((' ~ expression ~ ') as string) from (select ' ~ columns | join(', ') ~ ')')) -%}
{%- endmacro %}
