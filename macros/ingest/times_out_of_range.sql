{% macro times_out_of_range(landing, file) -%}
    {#-
        What to read a Parquet file by that Spark cannot read because of times that it has no room for (milliseconds of more than 63 bits
        in microseconds): {table, columns, times}, a table in which those columns, `times`, are numbers. None where something
        else is wrong with the file.
    -#}
    {%- set view = landing_view('parquet', landing, [file]) -%}
    {%- set of_file = ' from ' ~ landing_relation('parquet', landing, [file]) ~ ' where _metadata.file_path = ' ~ sql_text(file.path) -%}
    {%- set columns = {} -%}
    {%- set times = [] -%}
    {%- for column in (view or {}).get('columns', []) -%}
        {%- set is_time = column[1] in ['timestamp', 'timestamp_ntz'] -%}
        {%- if is_time and query_or_none('select count(' ~ quoted_name(column[0]) ~ ')' ~ of_file) is none -%}
            {%- do times.append(column[0]) -%}
        {%- endif -%}
        {%- do columns.update({column[0]: 'bigint' if column[0] in times else column[1]}) -%}
    {%- endfor -%}
    {%- if not times -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set table = landing_table(file, columns) -%}
    {#- Of both Spark counts the rows by the footer. -#}
    {%- set counts = [] -%}
    {%- for rows_ in [of_file, ' from ' ~ table ~ ' where _metadata.file_path = ' ~ sql_text(file.path)] -%}
        {%- do counts.append(run_query('select cast(count(*) as string)' ~ rows_).rows[0][0]) -%}
    {%- endfor -%}
    {%- do return({'table': table, 'columns': columns, 'times': times} if counts[0] == counts[1] and reads_every_value(table, columns, [file]) else none) -%}
{%- endmacro %}
