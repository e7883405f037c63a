{% macro parquet_groups(files) -%}
    {#-
        Parquet files as lists of those that Spark reads together: all of them, unless that failed (with_readability); then by their columns, and
        no more than a hundred, beyond which it would look at all files of the folder. What is wrong with a file by itself is read by itself.
    -#}
    {%- set groups, alike = [], {} -%}
    {%- for file in files -%}
        {%- if file.is_readable and file.out_of_range is not defined -%}
            {%- do alike.setdefault(tojson(file.columns | default(none)), []).append(file) -%}
        {%- else -%}
            {%- do groups.append([file]) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for columns, together in alike.items() -%}
        {%- do groups.extend([together] if columns == 'null' else together | batch(100) | list) -%}
    {%- endfor -%}
    {%- do return(groups) -%}
{%- endmacro %}
