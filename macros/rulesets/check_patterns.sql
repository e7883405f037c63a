{% macro check_patterns(rulesets) -%}
    {#-
        Every pattern of every ruleset is compiled by Spark before anything is written: all in one query, each once,
        and one by one only to find the wrong one.
    -#}
    {%- set patterns = {} -%}
    {%- for ruleset in rulesets -%}
        {%- set setting = 'resequencer__rulesets ' ~ ruleset.name -%}
        {%- for field in ruleset.match -%}
            {%- for group in ruleset.match[field] -%}
                {%- for pattern in (group.values() if group is mapping else group) if literal_of_pattern(pattern) is none -%}
                    {%- do patterns.setdefault("'' rlike " ~ sql_text(pattern), {
                        'setting': setting ~ '.match.' ~ field,
                        'pattern': pattern,
                        'remedy': 'a Java regular expression',
                    }) -%}
                {%- endfor -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- if ruleset.time_pattern is not none -%}
            {%- do patterns.setdefault("try_to_timestamp('2026-01-31', " ~ sql_text(ruleset.time_pattern) ~ ')', {
                'setting': setting ~ '.time_pattern',
                'pattern': ruleset.time_pattern,
                'remedy': "a datetime pattern of Spark's, such as yyyy-MM-dd HH:mm:ss",
            }) -%}
        {%- endif -%}
        {%- set substitutions = [] -%}
        {%- if ruleset.key_substitution is not none -%}{%- do substitutions.append(('.key_substitution', ruleset.key_substitution)) -%}{%- endif -%}
        {%- for operation in ruleset.format -%}
            {%- set field = '.format[' ~ loop.index0 ~ '].substitution' -%}
            {%- for substitution in operation.substitutions -%}{%- do substitutions.append((field, substitution)) -%}{%- endfor -%}
        {%- endfor -%}
        {%- for substitution in substitutions -%}
            {#- Of a pattern that is found in any text Spark says whether it has the group. -#}
            {%- do patterns.setdefault('regexp_extract(\'\', ' ~ sql_text('(?:' ~ substitution[1].pattern ~ ')|') ~ ', ' ~ substitution[1].group ~ ')', {
                'setting': setting ~ substitution[0],
                'pattern': substitution[1].text,
                'remedy': 's/regex/replacement/ with a Java regular expression, and in the replacement no group but those it has',
            }) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if patterns and query_error('select ' ~ patterns | join(', ')) is not none -%}
        {%- for query in patterns -%}
            {%- set problem = query_error('select ' ~ query) -%}
            {%- if problem is not none -%}
                {%- do setting_error(patterns[query].setting, 'has the pattern ' ~ patterns[query].pattern | tojson ~ ', which does not compile: ' ~ problem, patterns[query].remedy) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}
