{% macro inferred_fields(landing, files, known) -%}
    {#- The fields that are known, and what the records of `files` show of others: {name: type}. -#}
    {%- set fields = merge_fields(known, infer_fields(landing, files)) -%}
    {#- What no expression can be computed over may be the doing of one record. -#}
    {%- set checked = record_fields(fields) -%}
    {%- if landing.format in ['json', 'kafka', 'parquet'] and columns_problem(settled_fields(checked), checked) is not none -%}
        {%- set others = infer_fields(landing, files, has_objects=true) if landing.format == 'parquet' else commonest_types(record_texts(landing, files), wanted_names()) -%}
        {%- do fields.update(merge_fields(known, others)) -%}
    {%- endif -%}
    {%- do return(fields) -%}
{%- endmacro %}
