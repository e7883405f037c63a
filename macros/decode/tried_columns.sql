{% macro tried_columns() -%}
    {#-
        The canonical columns that are made by an expression over which Spark may raise: not by a bare field or path. What builds a map
        from entries, or with other keys, would not be the same after an error (guarded_maps), and is computed as it is.
    -#}
    {%- set columns = [] -%}
    {%- set expressions = settings().columns -%}
    {%- for column in expressions if bare_path(expressions[column]) is none and not modules.re.search('(?i)\\b(map_from_entries|transform_keys)\\s*\\(', expressions[column] | string) -%}
        {%- do columns.append(column) -%}
    {%- endfor -%}
    {%- do return(columns) -%}
{%- endmacro %}
