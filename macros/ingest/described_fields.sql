{% macro described_fields(landing, files, wanted) -%}
    {#-
        The fields of JSON or Parquet files that have one of the names, in any case, as Spark tells them: {name: type}. None where it cannot, or
        where a record nests so deep that it could not write the type down; Parquet has no records to look into, and such a field is text.
    -#}
    {#- Fields that differ only in case are two; without this Spark would refuse the file. It shortens long types. -#}
    {%- do run_query('set spark.sql.caseSensitive = true') -%}
    {%- do run_query('set spark.sql.debug.maxToStringFields = 1000000') -%}
    {%- set view = landing_view(landing.format, landing, files) -%}
    {%- set fields, nested, deep = {}, [], [] -%}
    {%- for column in (view or {}).get('columns', []) if column[0] | lower in wanted | map('lower') | list -%}
        {%- do fields.update({column[0]: column[1] if '<' not in column[1] and column[1] != 'void' else 'string'}) -%}
        {%- do (nested if column[1].count('<') <= 200 else deep).append(quoted_name(column[0])) if '<' in column[1] -%}
    {%- endfor -%}
    {%- if nested -%}
        {%- do run_query('create or replace temporary view resequencer_fields as select ' ~ nested | join(', ') ~ ' from ' ~ view.name) -%}
        {%- for column in described_columns('resequencer_fields') -%}{%- do fields.update({column.name: type_as_ddl(column.type, deepest_type())}) -%}{%- endfor -%}
    {%- endif -%}
    {%- do run_query('reset spark.sql.debug.maxToStringFields') -%}
    {%- do run_query('set spark.sql.caseSensitive = false') -%}
    {%- do return(none if view is none or (deep and landing.format == 'json') else fields) -%}
{%- endmacro %}
