{% macro unreadable_files(landing, files) -%}
    {#-
        Those of the files, which Spark cannot read all at once, that it cannot read to their end. Parts are tried, and parts of these. Parquet
        files of a part that it reads get the part's `columns`: with those of other types it may not read them (parquet_groups).
    -#}
    {%- set unreadable = [] -%}
    {%- if files | length == 1 -%}
        {%- do return(files) -%}
    {%- endif -%}
    {#- Eight parts: with few bad files little is read twice, with many the number of tries stays small. -#}
    {%- for part in files | batch([(files | length / 8) | round(0, 'ceil') | int, 1] | max) -%}
        {%- set columns = columns_read_to_end(landing, part) -%}
        {%- if columns is none -%}
            {%- do unreadable.extend(unreadable_files(landing, part)) -%}
        {%- endif -%}
        {%- for file in part if columns -%}{%- do file.update({'columns': columns}) -%}{%- endfor -%}
    {%- endfor -%}
    {%- do return(unreadable) -%}
{%- endmacro %}
