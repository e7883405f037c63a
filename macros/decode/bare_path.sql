{% macro bare_path(expression) -%}
    {#- The names of an expression that is a field or a path (`a`, meta.`device-id`) and nothing else; none of any other. -#}
    {%- set name = name_pattern() -%}
    {%- set text = (expression | string).strip() -%}
    {%- if not modules.re.fullmatch(name ~ '(?:\\s*\\.\\s*' ~ name ~ ')*', text) -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- if text.startswith('_raw') or text | lower in ['null', 'true', 'false', 'current_timestamp', 'localtimestamp', 'current_date', 'current_time', 'current_user', 'session_user', 'user'] -%}
        {%- do return(none) -%}
    {%- endif -%}
    {%- do return(path_names(text)) -%}
{%- endmacro %}
