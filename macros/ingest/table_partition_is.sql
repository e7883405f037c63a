{% macro table_partition_is(landing, fields, path) -%}
    {#- Whether a row of a table lies in a partition, as a condition by which Spark can skip files: what table_partition makes a text of. -#}
    {%- set values = [path] -%}
    {%- if landing.by | length > 1 -%}
        {%- set pattern = [] -%}
        {%- for column in landing.by -%}{%- do pattern.append(column ~ '=(/null|[^/]*)') -%}{%- endfor -%}
        {%- set values = modules.re.fullmatch('(?s)' ~ pattern | join('/'), path).groups() -%}
    {%- endif -%}
    {%- set parts = [] -%}
    {%- for column in landing.by -%}
        {%- set value, name = values[loop.index0], quoted_name(column) -%}
        {%- if value == '/null' -%}
            {%- do parts.append(name ~ ' is null') -%}
        {%- elif fields[column] in integer_types() -%}
            {%- do parts.append(name ~ ' = ' ~ value) -%}
        {%- else -%}
            {%- set text = sql_text(value.replace('%2F', '/').replace('%25', '%')) -%}
            {%- do parts.append(name ~ ' = ' ~ (text if fields[column] == 'string' else 'cast(' ~ text ~ ' as ' ~ fields[column] ~ ')')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return(parts | join(' and ')) -%}
{%- endmacro %}
