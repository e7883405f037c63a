{% macro warn_of_rows_without_cursor(relation, cursor, fields={}) -%}
    {#- Warns, in every run, of rows of an existing table that have no value in the column by which new rows are found. -#}
    {%- set column = quoted_name(cursor) -%}
    {%- set count = run_query('select count(*) from ' ~ relation ~ ' where ' ~ lacks_cursor(column, {column: fields.get(cursor)})).rows[0][0] | int -%}
    {%- if count > 0 -%}
        {%- do exceptions.warn(
            'resequencer__arrivals_cursor: ' ~ count ~ ' rows of ' ~ relation ~ ' are not read: ' ~ cursor
            ~ ' is null' ~ (', or outside of the years 1 to 9999' if fields.get(cursor) in ['timestamp', 'timestamp_ntz'])
            ~ ', so nothing tells whether they are new. They have no verdict. Give them a value, or a view one in its place.'
        ) -%}
    {%- endif -%}
{%- endmacro %}
