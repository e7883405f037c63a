{% macro text_path(column) -%}
    {#-
        The path by which a canonical column is read from the record's text, as names; none where an expression makes it, or
        where records are no objects of named fields. A field whose declared type is a time has its options to be read by.
    -#}
    {%- set checked = settings() -%}
    {%- if reads_rows() or checked.landing.format == 'text' -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- if column not in checked.columns -%}
        {%- do return([column]) -%}
    {%- endif -%}
    {%- set path = bare_path(checked.columns[column]) -%}
    {%- if path is not none and path | length == 1 and checked.landing.schema is not none and execute -%}
        {%- if schema_fields(checked.landing.schema).get(path[0], '').split('_')[0] in ['timestamp', 'date'] -%}
            {%- do return(none) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do return(path) -%}
{%- endmacro %}
