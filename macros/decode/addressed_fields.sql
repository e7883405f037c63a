{% macro addressed_fields(fields) -%}
    {#- The fields, {name: type}, of what was inferred only with that of their types which expressions name (addressed_type). -#}
    {%- if reads_rows() -%}{%- do return(fields) -%}{%- endif -%}
    {%- set declared = schema_fields(settings().landing.schema) if settings().landing.schema is not none else {} -%}
    {%- set addressed = fields.copy() -%}
    {%- for name in spoken_fields(fields) if '<' in fields[name] and name not in declared -%}
        {%- set paths, within = [], [] -%}
        {%- for column, expression in settings().columns.items() if text_path(column) is none and name in spoken_fields(fields, column) -%}
            {%- set expression = without_comments(expression) -%}
            {%- do paths.extend(paths_within(expression, name)) -%}
            {%- do within.extend(path_names(modules.re.findall('\\.\\s*' ~ name_pattern(), expression) | join(' '))) -%}
            {%- do within.extend(modules.re.findall("\\[\\s*'([^'\\\\]+)'\\s*\\]", expression)) -%}
        {%- endfor -%}
        {%- do addressed.update({name: addressed_type(fields[name], paths, within)}) -%}
    {%- endfor -%}
    {%- do return(addressed) -%}
{%- endmacro %}
