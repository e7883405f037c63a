{% macro typed_field(text, type) -%}
    {#- A field in the type that it has in expressions, from its text; null where the text is none of it. -#}
    {%- set landing = settings().landing -%}
    {%- set kind = modules.re.match('\\w*', type).group() -%}
    {%- if kind == 'string' -%}
        {{ text }}
    {%- elif kind == 'bigint' -%}
        {{ as_integer(text) }}
    {%- elif kind in ['tinyint', 'smallint', 'int'] -%}
        try_cast({{ as_integer(text) }} as {{ type }})
    {%- elif kind in ['float', 'double', 'decimal', 'boolean'] -%}
        try_cast({{ text }} as {{ type }})
    {%- elif kind in ['struct', 'array'] -%}
        {{ typed_object(text, type) }}
    {%- elif kind in ['map', 'variant'] -%}
        from_json(concat('{"v":', {{ text }}, '}'), {{ sql_text('v ' ~ type) }}, {{ json_options() }}).v
    {%- elif landing.format == 'csv' -%}
        from_csv({{ text }}, {{ sql_text('v ' ~ type) }}, {{ csv_options(landing) }}).v
    {%- else -%}
        {%- set as_text = "from_json(to_json(named_struct('v', " ~ text ~ ')), ' ~ sql_text('v ' ~ type) ~ ', ' ~ json_options() ~ ').v' -%}
        {%- set as_number = "from_json(concat('{\"v\":', cast(try_cast(" ~ text ~ " as bigint) as string), '}'), " ~ sql_text('v ' ~ type) ~ ', ' ~ json_options() ~ ').v' -%}
        {#- A number that is no text of a time is one, too: seconds since 1970. -#}
        {{ 'coalesce(' ~ as_text ~ ', ' ~ as_number ~ ')' if kind.split('_')[0] in ['timestamp', 'date'] else as_text }}
    {%- endif -%}
{%- endmacro %}
