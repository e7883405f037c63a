{% macro check_compiling(patterns) -%}
    {#-
        Patterns are compiled by Spark: many in one query, and one by one only to find the wrong one. {SQL that tries the pattern:
        {setting, pattern, remedy}}.
    -#}
    {%- for some in patterns | batch(1000) if query_error('select ' ~ some | join(', ')) is not none -%}
        {%- for query in some -%}
            {%- set problem = query_error('select ' ~ query) -%}
            {%- if problem is not none -%}
                {%- do setting_error(patterns[query].setting, 'has the pattern ' ~ patterns[query].pattern | tojson ~ ', which does not compile: ' ~ problem, patterns[query].remedy) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
{%- endmacro %}
