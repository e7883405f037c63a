{% macro referenced_names() -%}
    {#- Every word in the expressions of resequencer__columns: all the fields they can mean. -#}
    {%- set names = [] -%}
    {%- set expressions = settings().columns -%}
    {%- for column in expressions -%}
        {%- for name in modules.re.findall('`([^`]+)`|([A-Za-z_]\\w*)', expressions[column] | string) -%}
            {%- set word = name[0] or name[1] -%}
            {%- if word not in names and not word.startswith('_raw') -%}
                {%- do names.append(word) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do return(names) -%}
{%- endmacro %}
