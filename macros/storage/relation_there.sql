{% macro relation_there(name) -%}
    {#-
        The table or view of a model where it exists, else none, as model_relation; but it asks for this one only. The adapter's list is of
        all in the schema, each described: that is worth it in a run, and would be half of what a look takes (what_is_new).
    -#}
    {%- set node = graph.nodes.values() | selectattr('name', 'equalto', name) | first -%}
    {%- if not node or not run_query('show schemas like ' ~ sql_text(node.schema)).rows or not run_query('show tables in ' ~ node.schema ~ ' like ' ~ sql_text(node.alias)).rows -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- do return(api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias)) -%}
{%- endmacro %}
