{% macro template_expression(template, missing=none) -%}
    {#-
        A ##name## template as SQL: names of canonical columns are those columns, others are properties.
        Null where one of them is missing, or `missing` in its place.
    -#}
    {%- set parts = [] -%}
    {%- for part in modules.re.split('(##[^#]+##)', template) if part != '' -%}
        {%- if part.startswith('##') and part.endswith('##') and part | length > 4 -%}
            {%- set name = part[2:-2] -%}
            {%- set value = field_expression(name) -%}
            {%- do parts.append(value if missing is none else 'coalesce(' ~ value ~ ', ' ~ sql_text(missing) ~ ')') -%}
        {%- else -%}
            {%- do parts.append(sql_text(part)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not parts -%}
        {%- do return("''") -%}
    {%- endif -%}
    {%- do return(parts[0] if parts | length == 1 else 'concat(' ~ parts | join(', ') ~ ')') -%}
{%- endmacro %}
