{% macro check_file_format() -%}
    {#-
        The models that hold state must be Delta tables: runs rely on its atomic commits, on the collision of two that write at once, on
        its versions. Other formats work until the first clean-up, or break in ways that name another cause.
    -#}
    {%- for node in graph.nodes.values() | selectattr('package_name', 'equalto', 'resequencer') | selectattr('resource_type', 'equalto', 'model') -%}
        {%- if node.config.materialized == 'incremental' and (node.config.get('file_format') or 'delta') | lower != 'delta' -%}
            {%- do setting_error(
                'file_format', 'is ' ~ node.config.file_format ~ ' for the model ' ~ node.name ~ ', which holds state: that takes the commits of a Delta table, one whole or not at all, and none beside another',
                'delta (+file_format under models in dbt_project.yml, or left out there)'
            ) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
