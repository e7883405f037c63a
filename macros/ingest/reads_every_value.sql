{% macro reads_every_value(relation, columns, files) -%}
    {#- Whether Spark reads every value of Parquet files, as a relation of {name: type}. Counting alone would read nothing but the footers. -#}
    {%- set checks = ['false'] -%}
    {%- for name, type in columns.items() -%}
        {#- Of a struct Spark would read one field only. -#}
        {%- do checks.append((quoted_name(name) if '<' not in type else 'to_json(struct(' ~ quoted_name(name) ~ '))') ~ ' is null') -%}
    {%- endfor -%}
    {%- set query = 'select count_if(' ~ checks | join(' or ') ~ ') as n from ' ~ relation ~ ' where _metadata.file_path in (' ~ file_paths(files) ~ ')' -%}
    {%- do return(query_or_none(query) is not none) -%}
{%- endmacro %}
