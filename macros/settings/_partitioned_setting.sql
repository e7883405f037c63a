{% macro _partitioned_setting(relation, cursor, by) -%}
    {#-
        A table whose cursor grows per partition only (resequencer__arrivals_cursor_by), in the form of a landing place (_landing_setting):
        {setting, format: table, relation, cursor, by: [column], …}.
    -#}
    {%- set columns = [by] if by is string else by -%}
    {%- if columns is mapping or columns is not iterable or not columns -%}
        {%- do setting_error('resequencer__arrivals_cursor_by', 'is ' ~ by | tojson, 'the name of a column such as partition, or a list of names') -%}
    {%- endif -%}
    {%- for column in columns if column is not string or not modules.re.fullmatch('\\w+', column) or (columns | list).count(column) > 1 -%}
        {%- do setting_error('resequencer__arrivals_cursor_by', 'has ' ~ column | tojson ~ (' twice' if column is string and (columns | list).count(column) > 1 else ', which is no name'), 'the name of a column such as partition, or a list of names') -%}
    {%- endfor -%}
    {%- if cursor is string and cursor | lower in columns | map('lower') | list -%}
        {%- do setting_error('resequencer__arrivals_cursor_by', 'names ' ~ cursor ~ ', which is resequencer__arrivals_cursor itself', 'the columns of the partition within which it grows, such as partition') -%}
    {%- endif -%}
    {%- do return({
        'setting': 'resequencer__arrivals_relation', 'format': 'table', 'relation': relation, 'cursor': cursor, 'by': columns | list,
        'path': none, 'options': {}, 'schema': none, 'records': none,
    }) -%}
{%- endmacro %}
