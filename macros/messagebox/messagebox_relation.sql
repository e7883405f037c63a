{% macro messagebox_relation() -%}
    {#-
        resequencer__messagebox, for steps that come before it and so may not ref() it. Before its first batch it is empty (the model makes it
        before it asks these steps).
    -#}
    {%- if not execute -%}{%- do return(this) -%}{%- endif -%}
    {%- set node = graph.nodes.values() | selectattr('name', 'equalto', 'resequencer__messagebox') | first -%}
    {%- do return(api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias)) -%}
{%- endmacro %}
