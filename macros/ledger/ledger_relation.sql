{% macro ledger_relation() -%}
    {#- The ledger where it exists, else none; by the graph, for hooks, which may not ref() a model. -#}
    {%- if not execute -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- set node = graph.nodes.values() | selectattr('name', 'equalto', 'resequencer__ledger') | first -%}
    {%- do return(adapter.get_relation(database=node.database, schema=node.schema, identifier=node.alias)) -%}
{%- endmacro %}
