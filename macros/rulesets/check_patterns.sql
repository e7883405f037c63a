{% macro check_patterns(rulesets) -%}
    {#-
        Every regular expression of every ruleset is compiled by Spark before anything is written: all in one
        query, and one by one only to find the wrong one.
    -#}
    {%- set patterns = [] -%}
    {%- for ruleset in rulesets -%}
        {%- for field in ruleset.match -%}
            {%- for group in ruleset.match[field] -%}
                {%- for pattern in (group.values() if group is mapping else group) -%}
                    {%- do patterns.append({
                        'setting': 'resequencer__rulesets ' ~ ruleset.name ~ '.match.' ~ field,
                        'pattern': pattern,
                        'query': "'' rlike " ~ sql_text(pattern),
                    }) -%}
                {%- endfor -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if patterns and query_error('select ' ~ patterns | map(attribute='query') | join(', ')) is not none -%}
        {%- for entry in patterns -%}
            {%- set problem = query_error('select ' ~ entry.query) -%}
            {%- if problem is not none -%}
                {%- do setting_error(entry.setting, 'has the pattern ' ~ entry.pattern | tojson ~ ', which does not compile: ' ~ problem, 'a Java regular expression') -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}
