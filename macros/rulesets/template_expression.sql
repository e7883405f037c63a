{% macro template_expression(template) -%}
    {#-
        A ##name## template as SQL: names of canonical columns are those columns, others are properties.
        Null where one of them is missing.
    -#}
    {%- set parts = [] -%}
    {%- for part in modules.re.split('(##[^#]+##)', template) if part != '' -%}
        {%- if part.startswith('##') and part.endswith('##') and part | length > 4 -%}
            {%- set name = part[2:-2] -%}
            {%- if name in canonical_columns() and name != 'properties' -%}
                {%- do parts.append('cast(' ~ name ~ ' as string)') -%}
            {%- else -%}
                {%- do parts.append('try_element_at(properties, ' ~ sql_text(name) ~ ')') -%}
            {%- endif -%}
        {%- else -%}
            {%- do parts.append(sql_text(part)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not parts -%}
        {%- do return("''") -%}
    {%- endif -%}
    {%- do return(parts[0] if parts | length == 1 else 'concat(' ~ parts | join(', ') ~ ')') -%}
{%- endmacro %}
