{% macro infer_fields(landing, files) -%}
    {#-
        The fields that Spark finds in the records of `files`, and in which types: {name: type}. Only those that resequencer__columns
        speaks of, as it spells them. One record with a field twice is enough for Spark to find nothing of any: then record by record.
    -#}
    {%- set wanted = expression_names() -%}
    {%- for column in settings().columns if text_path(column) is not none -%}{%- do wanted.append(text_path(column)[0]) -%}{%- endfor -%}
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
    {%- if landing.format == 'kafka' -%}
        {%- do return(infer_fields_by_record('select record_json as value from (' ~ kafka_records(landing, files) ~ ')', wanted)) -%}
    {%- endif -%}
    {#- JSON fields that differ only in case are two fields; without this Spark would refuse the file. -#}
    {%- do run_query('set spark.sql.caseSensitive = true') -%}
    {%- set view = landing_view(landing.format, landing, files) -%}
    {%- if view is none -%}
        {%- do run_query('set spark.sql.caseSensitive = false') -%}
        {%- do return(infer_fields_by_record(text_lines(landing, files), wanted) if landing.format == 'json' else {}) -%}
    {%- endif -%}
    {%- set fields = {} -%}
    {%- for column in described_columns(view.name) -%}{%- do fields.update({column.name: type_as_ddl(column.type)}) -%}{%- endfor -%}
    {%- do run_query('set spark.sql.caseSensitive = false') -%}
    {%- do return(fields_by_name(fields, wanted)) -%}
{%- endmacro %}
