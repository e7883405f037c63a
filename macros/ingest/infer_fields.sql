{% macro infer_fields(landing, files) -%}
    {#-
        The fields Spark infers for the records of `files`: {name: type}. Only those that
        resequencer__columns speaks of, since nothing else is ever read; none is inferred where it is
        empty. One record with a field twice is enough for Spark to infer nothing of any: then record by record.
    -#}
    {%- set wanted = referenced_names() -%}
    {%- set fields = {} -%}
    {%- if not files or not wanted or landing.format == 'text' -%}
        {%- do return(fields) -%}
    {%- endif -%}
    {%- if landing.format == 'csv' -%}
        {%- set headers = csv_headers(landing, files) -%}
        {%- for header in headers -%}
            {%- set columns = csv_columns(landing, files, headers[header]) -%}
            {%- for name in columns if name in wanted -%}
                {%- do fields.update({name: merge_types(fields.get(name, 'void'), columns[name])}) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- do return(fields) -%}
    {%- endif -%}
    {#- JSON fields that differ only in case are two fields; without this Spark would refuse the file. -#}
    {%- do run_query('set spark.sql.caseSensitive = true') -%}
    {%- set view = landing_view(landing.format, landing, files) -%}
    {%- if view is none -%}
        {%- do run_query('set spark.sql.caseSensitive = false') -%}
        {%- do return(infer_fields_by_record(landing, files, wanted) if landing.format == 'json' else fields) -%}
    {%- endif -%}
    {%- set nested = [] -%}
    {%- for column in view.columns if column[0] in wanted and column[0] | lower not in (fields | map('lower') | list) -%}
        {%- do fields.update({column[0]: column[1]}) -%}
        {%- if '<' in column[1] -%}
            {%- do nested.append(column[0]) -%}
        {%- endif -%}
    {%- endfor -%}
    {#- `describe` shortens wide structs, `typeof` does not. -#}
    {%- if nested -%}
        {%- set typeof_columns = [] -%}
        {%- for name in nested -%}{%- do typeof_columns.append('typeof(any_value(`' ~ name ~ '`))') -%}{%- endfor -%}
        {%- set whole = run_query('select ' ~ typeof_columns | join(', ') ~ ' from (select * from ' ~ view.name ~ ' limit 0)') -%}
        {%- for name in nested -%}
            {%- do fields.update({name: whole.rows[0][loop.index0]}) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- do run_query('set spark.sql.caseSensitive = false') -%}
    {%- do return(fields) -%}
{%- endmacro %}
