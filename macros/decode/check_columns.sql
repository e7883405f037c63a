{% macro check_columns(fields) -%}
    {#- What resequencer__columns says is looked at by Spark, before anything is written. -#}
    {%- set settled = settled_fields(fields) -%}
    {%- set problem = columns_problem(settled, fields) -%}
    {%- if problem is not none -%}
        {%- do setting_error('resequencer__columns.' ~ problem.column, 'is ' ~ settings().written_columns[problem.column] ~ ': ' ~ problem.text, 'a Spark SQL expression over _raw, ' ~ ('_raw_file, ' if settings().arrivals_relation is none) ~ fields | join(', ')) -%}
    {%- endif -%}
    {%- set types = column_types(settled) -%}
    {%- if types.arrived_at not in ['string', 'timestamp', 'timestamp_ntz', 'date'] -%}
        {%- do setting_error('resequencer__columns.arrived_at', 'gives ' ~ types.arrived_at, 'a timestamp or text; numbers say so themselves: timestamp_millis(x), timestamp_seconds(x)') -%}
    {%- endif -%}
    {%- if types.get('parts', 'string') != 'string' and not types.parts.startswith('array<struct<') -%}
        {%- do setting_error('resequencer__columns.parts', 'gives ' ~ types.parts, 'an array<struct<name, content, content_type, is_body>>, or its JSON') -%}
    {%- endif -%}
    {%- if types.properties not in ['string', 'map<string,string>'] -%}
        {%- do setting_error('resequencer__columns.properties', 'gives ' ~ types.properties, 'a map<string,string>, or the text of a JSON object') -%}
    {%- endif -%}
{%- endmacro %}
