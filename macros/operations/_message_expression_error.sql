{% macro _message_expression_error(expression) -%}
    {#- What Spark says is wrong with an expression over the ledger's columns and where a message came from, of one row each, or none. -#}
    {%- set columns = [] -%}
    {%- for name, type in row_fields().ledger.items() -%}{%- do columns.append('cast(null as ' ~ type ~ ') as ' ~ name) -%}{%- endfor -%}
    {%- if has_subscriptions() -%}{%- do columns.extend(['cast(null as string) as entity', 'cast(null as string) as file_path']) -%}{%- endif -%}
    {#- Beside a column: an aggregate would not be of one row. As a text that Spark reads: what is no SQL is told like what has no meaning. -#}
    {%- set query = 'select message_id, cast((' ~ expression ~ ') as string) from (select ' ~ columns | join(', ') ~ ')' -%}
    {%- set problem = query_error('execute immediate ' ~ sql_text(query)) -%}
    {%- do return(none if problem is none else problem.split('== SQL')[0] | trim) -%}
{%- endmacro %}
