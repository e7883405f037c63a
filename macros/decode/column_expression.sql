{% macro column_expression(column, fields) -%}
    {#-
        The SQL expression that makes a canonical column: as mapped; of what has no text to be read by path (a table, lines of text) the
        field of the same name. None where the column is read from the record's text, or is not there.
    -#}
    {%- if text_path(column) is not none -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- do return(settings().columns.get(column, quoted_name(column) if column in fields else none)) -%}
{%- endmacro %}
