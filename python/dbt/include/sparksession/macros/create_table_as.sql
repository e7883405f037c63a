{#-
  The statement that creates a table: dbt-spark's for a SQL model, Python code for a Python model.

  dbt-spark's own code for Python models writes with `saveAsTable` and so forgets partition_by, buckets,
  location, table properties and comment. Here the rows a model returns become a temporary view, and
  dbt-spark's SQL writes them: every setting means what it means for a SQL model.
-#}
{%- macro sparksession__create_table_as(temporary, relation, compiled_code, language='sql') -%}
  {%- if language != 'python' -%}
    {%- set statement = spark__create_table_as(temporary, relation, adapter.prepare_steps(compiled_code, model.schema), language) -%}
    {#- Of two first runs at once the second would replace, unseen, what the first has decided (_create_first
        in connections.py). -#}
    {%- if not temporary and config.get('materialized') == 'incremental' and load_relation(relation) is none -%}
      {%- set statement = statement.replace('create or replace table', 'create table /* unless another run has */', 1) -%}
    {%- endif -%}
    {{ return(statement) }}
  {%- endif -%}

  {#- Temporary views belong to the session, which all models share. -#}
  {%- set view = 'dbt_python_model_' ~ local_md5(relation ~ invocation_id) -%}
  {%- set query = 'select * from ' ~ view -%}
  {%- if temporary -%}
    {#- A table, not a view: the model runs once, however often the statement reads it. A run that was
        killed may have left one behind. -#}
    {%- set statements = [
      'drop table if exists ' ~ relation,
      'create table ' ~ relation ~ file_format_clause() ~ ' as ' ~ query,
    ] -%}
  {%- else -%}
    {%- set statements = [spark__create_table_as(false, relation, query)] -%}
  {%- endif -%}

{{ compiled_code }}

# Added by dbt: runs the model and writes what it returns.
from dbt.adapters.sparksession.materialization import write_table

write_table(
    spark,
    model(dbtObj(spark.table), spark),
    view={{ tojson(view) }},
    {#- JSON within a string: Python reads JSON's escapes of characters beyond the first plane otherwise. #}
    statements={{ tojson(tojson(statements)) }},
)
{%- endmacro -%}
