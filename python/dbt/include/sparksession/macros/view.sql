{#-
  dbt-spark's views; but with `meta: {leave_unchanged: true}` one that is there as this run would create it is left as it
  is: to create it again Spark resolves it, and all views under it, and its contract is checked, which together costs
  more than most models. What it was created from is a property of the view; one without it, or with another, is created
  anew. So is every view of a full refresh.

  It is for views that name their columns: of the tables under it nothing is known but their names, so what
  `select *` would find in one that has changed is not seen. A view altered by hand keeps the property.
-#}
{%- materialization view, adapter='sparksession' -%}
  {%- set definition = view_definition(sql) -%}
  {%- set existing = load_cached_relation(this) -%}
  {%- set is_unchanged = existing is not none and existing.is_view and adapter.view_definition(existing) == definition -%}
  {%- do adapter.note_view_definition(this, definition) -%}
  {%- if not is_unchanged or should_full_refresh() or not config.get('meta', {}).get('leave_unchanged') -%}
    {{ return(create_or_replace_view()) }}
  {%- endif -%}

  {{ run_hooks(pre_hooks) }}
  {%- call noop_statement('main', 'UNCHANGED') -%}
    {{ sql }}
  {%- endcall -%}
  {{ run_hooks(post_hooks) }}
  {{ return({'relations': [existing]}) }}
{%- endmaterialization -%}


{#-
  What a view is created from, as a hash: its query, what its model says of it, the settings of the session, which it
  keeps, and the same of the views it reads, so that it is created anew, and its contract checked, when one of
  them has changed.
-#}
{%- macro view_definition(query) -%}
  {%- set parts = [query, config.get('contract').enforced | string, tojson(model.columns), model.description, tojson(config.get('persist_docs')), tojson(config.get('grants')), adapter.sql_settings()] -%}
  {%- for name in model.depends_on.nodes | sort -%}
    {%- set node = graph.nodes.get(name) -%}
    {%- if node is not none -%}
      {%- set relation = load_cached_relation(api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias)) -%}
      {%- do parts.append(adapter.view_definition(relation) if relation is not none else '') -%}
    {%- endif -%}
  {%- endfor -%}
  {%- do return(local_md5(parts | join('\n'))) -%}
{%- endmacro -%}


{#- dbt-spark's statement, with that property: as the materialization has noted it. -#}
{%- macro sparksession__create_view_as(relation, sql) -%}
  create or replace view {{ relation }}
  {%- if config.persist_column_docs() %} (
    {{ get_persist_docs_column_list(columns_with_comments(model.columns), get_columns_in_query(sql)) }}
  )
  {%- endif %}
  {{ comment_clause() }}
  tblproperties ('dbt.view_definition' = '{{ adapter.view_definition(relation) }}')
  {%- if config.get('contract').enforced -%}
    {{ get_assert_columns_equivalent(sql) }}
  {%- endif %}
  as
    {{ sql }}
{%- endmacro -%}


{#- Columns with as much of their descriptions as a metastore of Hive has room for: 256 characters. It would try a longer one ten times. -#}
{%- macro columns_with_comments(columns) -%}
  {%- set commented = {} -%}
  {%- for name, column in columns.items() -%}
    {%- set text = column.description -%}
    {%- do commented.update({name: dict(column, description=text if text | length <= 256 else text[:255] ~ '…')}) -%}
  {%- endfor -%}
  {%- do return(commented) -%}
{%- endmacro -%}
