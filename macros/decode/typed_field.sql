{% macro typed_field(text, type) -%}
    {#- A field in the type that it has in expressions, from its text; null where the text is none of it. -#}
    {%- set landing = settings().landing -%}
    {%- set kind = modules.re.match('\\w*', type).group() -%}
    {%- if kind == 'string' -%}
        {{ text }}
    {%- elif kind in ['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal', 'boolean'] -%}
        try_cast({{ text }} as {{ type }})
    {%- elif kind in ['struct', 'array', 'map', 'variant'] -%}
        from_json(concat('{"v":', {{ text }}, '}'), {{ sql_text('v ' ~ type) }}, {{ json_options() }}).v
    {%- elif landing.format == 'csv' -%}
        from_csv({{ text }}, {{ sql_text('v ' ~ type) }}, {{ csv_options(landing) }}).v
    {%- else -%}
        {#- Numbers are times, too: seconds since 1970. -#}
        from_json(coalesce(concat('{"v":', cast(try_cast({{ text }} as bigint) as string), '}'), to_json(named_struct('v', {{ text }}))), {{ sql_text('v ' ~ type) }}, {{ json_options() }}).v
    {%- endif -%}
{%- endmacro %}
