{% macro lacking_besides(columns) -%}
    {#-
        What a record lacks besides some columns, as SQL: '; sequence_id and … are missing as well', or ''. A record of another kind than
        resequencer__columns is for lacks them all. Columns that not every message has (is_last, sequence_total) count for nothing.
    -#}
    {%- set needed = ['arrived_at', 'sequence_id', 'sequence_number'] -%}
    {%- for mapped in settings().columns if mapped in ['message_type', 'properties', 'body'] -%}{%- do needed.append(mapped) -%}{%- endfor -%}
    {%- set missing = [] -%}
    {%- for name in needed if name not in columns -%}{%- do missing.append('case when ' ~ name ~ " is null then '" ~ name ~ "' end") -%}{%- endfor -%}
    {{- "''" if not missing else "coalesce(concat('; missing as well: ', nullif(concat_ws(', ', " ~ missing | join(', ') ~ "), '')), '')" -}}
{%- endmacro %}
