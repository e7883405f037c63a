{% macro query_or_none(query) -%}
    {#- The rows of a query, or none where it fails. dbt can catch no error of a statement; a SQL script can. -#}
    {%- set answer = run_query(
        'begin declare exit handler for sqlexception begin select true as resequencer_failed; end; ' ~ query ~ '; end'
    ) -%}
    {%- do return(none if answer.column_names | list == ['resequencer_failed'] else answer.rows) -%}
{%- endmacro %}
