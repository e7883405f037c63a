{% macro check_patterns(rulesets) -%}
    {#- Every regular expression of every ruleset is compiled once, by Spark, before anything is written. -#}
    {%- for ruleset in rulesets -%}
        {%- for field in ruleset.match -%}
            {%- for group in ruleset.match[field] -%}
                {%- for pattern in (group.values() if group is mapping else group) -%}
                    {%- set problem = query_error("select '' rlike " ~ sql_text(pattern)) -%}
                    {%- if problem is not none -%}
                        {%- do setting_error('resequencer__rulesets ' ~ ruleset.name ~ '.match.' ~ field, 'has the pattern ' ~ pattern | tojson ~ ', which does not compile: ' ~ problem, 'a Java regular expression') -%}
                    {%- endif -%}
                {%- endfor -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
{%- endmacro %}
