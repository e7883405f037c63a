{% macro model_relation(name) -%}
    {#- The table or view of a model where it exists, else none; by the graph, for hooks, which may not ref() a model. -#}
    {%- if not execute -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set node = graph.nodes.values() | selectattr('name', 'equalto', name) | first -%}
    {%- do return(adapter.get_relation(database=node.database, schema=node.schema, identifier=node.alias) if node else none) -%}
{%- endmacro %}
