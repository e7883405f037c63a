{% macro check_partitioned(landing) -%}
    {#- Whether a table can be read whose cursor grows per partition (resequencer__arrivals_cursor_by), and has what the settings say of it. -#}
    {%- set problem = query_error('select 1 from ' ~ landing.relation) -%}
    {%- if problem is not none -%}
        {%- do setting_error('resequencer__arrivals_relation', 'cannot be read: ' ~ problem, 'a table or view that exists') -%}
    {%- endif -%}
    {%- set fields = table_fields(landing.relation) -%}
    {%- for name in [landing.cursor] + landing.by if name not in fields -%}
        {%- set nearest = nearest_name(name, fields) -%}
        {%- do setting_error(
            'resequencer__arrivals_cursor' ~ ('' if loop.first and name == landing.cursor else '_by'),
            'names ' ~ name ~ ', which is no column of ' ~ landing.relation ~ ('; did you mean ' ~ nearest ~ '?' if nearest else ''), fields | join(', ')
        ) -%}
    {%- endfor -%}
    {#- It says itself what it cannot be made of. -#}
    {%- set cursor = cursor_as_bigint(landing.cursor, fields) -%}
    {%- for name in landing.by if not modules.re.fullmatch('tinyint|smallint|int|bigint|decimal.*|boolean|string|date', fields[name]) -%}
        {%- do setting_error('resequencer__arrivals_cursor_by', 'names ' ~ name ~ ', which is ' ~ fields[name], 'columns of whole numbers, decimals, texts, dates or booleans') -%}
    {%- endfor -%}
    {%- for name, type in fields.items() if modules.re.search('map<(?!string,)', type) -%}
        {%- do setting_error(
            'resequencer__arrivals_cursor_by', 'is set, so rows are copied as JSON, and ' ~ name ~ ' is ' ~ type ~ ', of which JSON has none: its names are texts',
            'used with a view as resequencer__arrivals_relation that leaves this column out, or has map_entries(' ~ name ~ ') in its place'
        ) -%}
    {%- endfor -%}
    {%- do check_columns(record_fields()) -%}
    {%- do check_lookback() -%}
{%- endmacro %}
