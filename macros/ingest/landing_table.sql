{% macro landing_table(file, columns) -%}
    {#-
        A table over a Parquet file that is read in other types than its own: its name. Spark can give no other schema to a file that is
        named in a query, and a view has no _metadata. It is there until `forget_landing_tables`; the file stays as it is.
    -#}
    {%- set tables = graph.setdefault('_resequencer_landing_tables', []) -%}
    {%- set name = api.Relation.create(schema=target.schema, identifier='resequencer__landing_' ~ invocation_id.replace('-', '') ~ '_' ~ tables | length) | string -%}
    {%- do tables.append(name) -%}
    {#- A path as Spark tells it is encoded as a URL, in which a plus is a plus. -#}
    {%- set folder = run_query('select url_decode(' ~ sql_text(file.path.rsplit('/', 1)[0].replace('+', '%2B')) ~ ')').rows[0][0] -%}
    {%- set types = [] -%}
    {%- for column, type in columns.items() -%}{%- do types.append(quoted_name(column) ~ ' ' ~ type) -%}{%- endfor -%}
    {%- do run_query('drop table if exists ' ~ name) -%}
    {%- do run_query(
        'create table ' ~ name ~ ' (' ~ types | join(', ') ~ ") using parquet options (recursiveFileLookup 'true') location " ~ sql_text(folder)
    ) -%}
    {%- do return(name) -%}
{%- endmacro %}
