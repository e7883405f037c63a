{% macro infer_fields(landing, files, has_objects=false) -%}
    {#-
        The fields that Spark finds in the records of `files`, and in which types: {name: type}. Only those that resequencer__columns
        speaks of, as it spells them. One record with a field twice is enough for Spark to find nothing of any: then record by record.
        has_objects: a field that Parquet files have as an object or list and as something else is the former, and no text.
    -#}
    {%- set wanted = wanted_names() -%}
    {%- if not files or not wanted or landing.format in ['text', 'table'] -%}
        {%- do return({}) -%}
    {%- endif -%}
    {%- if landing.format == 'csv' -%}
        {%- set headers = csv_headers(landing, files) -%}
        {%- set fields = {} -%}
        {%- for header in headers -%}
            {%- set columns = csv_columns(landing, files, headers[header], infers=true) -%}
            {%- for name in columns -%}
                {%- do fields.update({name: merge_types(fields.get(name, 'void'), columns[name])}) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- do return(fields_by_name(fields, wanted)) -%}
    {%- endif -%}
    {%- if landing.format == 'parquet' -%}
        {%- set fields = {} -%}
        {%- for group in parquet_groups(files) -%}
            {%- for name, type in (described_fields(landing, group, wanted) or {}).items() -%}
                {%- set known = fields.get(name, 'void') -%}
                {%- set is_fuller = '<' in known ~ type and (has_objects or ('<' in known and '<' in type)) -%}
                {%- do fields.update({name: kept_type(known, type, has_objects=true) if is_fuller else merge_types(known, type)}) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- do return(fields_by_name(fields, wanted)) -%}
    {%- endif -%}
    {%- set fields = described_fields(landing, files, wanted) if landing.format == 'json' else none -%}
    {%- if fields is none -%}
        {%- do return(infer_fields_by_record(record_texts(landing, files), wanted)) -%}
    {%- endif -%}
    {%- do return(fields_by_name(fields, wanted)) -%}
{%- endmacro %}
