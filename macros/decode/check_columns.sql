{% macro check_columns(fields) -%}
    {#- Every expression of resequencer__columns is analysed by Spark, before anything is written. -#}
    {%- set expressions = settings().columns -%}
    {%- for column in expressions -%}
        {%- set problem = query_error('select (' ~ expressions[column] ~ ') as ' ~ column ~ ' from ' ~ empty_record(fields)) -%}
        {%- if problem is not none -%}
            {%- do setting_error('resequencer__columns.' ~ column, 'is ' ~ expressions[column] ~ ': ' ~ problem, 'a Spark SQL expression over _raw, ' ~ ('_raw_file, ' if settings().arrivals_relation is none) ~ fields | join(', ')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set types = column_types(fields) -%}
    {%- if types.arrived_at not in ['string', 'timestamp', 'timestamp_ntz', 'date'] -%}
        {%- do setting_error('resequencer__columns.arrived_at', 'gives ' ~ types.arrived_at, 'a timestamp or text; numbers say so themselves: timestamp_millis(x), timestamp_seconds(x)') -%}
    {%- endif -%}
    {%- if types.properties not in ['string', 'map<string,string>'] -%}
        {%- do setting_error('resequencer__columns.properties', 'gives ' ~ types.properties, 'a map<string,string>, or the text of a JSON object') -%}
    {%- endif -%}
{%- endmacro %}
