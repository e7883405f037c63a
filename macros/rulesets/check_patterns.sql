{% macro check_patterns(rulesets, setting='resequencer__rulesets') -%}
    {#- Every pattern of every ruleset is compiled by Spark before anything is written. `setting` names the list in errors. -#}
    {%- set patterns = {} -%}
    {%- for ruleset in rulesets -%}
        {%- set place = setting ~ ' ' ~ ruleset.name -%}
        {%- for field in ruleset.match -%}
            {%- for group in ruleset.match[field] -%}
                {%- for pattern in (group.values() if group is mapping else group) if literal_of_pattern(pattern) is none -%}
                    {%- do patterns.setdefault("'' rlike " ~ sql_text(pattern), {
                        'setting': place ~ '.match.' ~ field,
                        'pattern': pattern,
                        'remedy': 'a Java regular expression',
                    }) -%}
                {%- endfor -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- if ruleset.time_pattern is not none -%}
            {%- do patterns.setdefault("try_to_timestamp('2026-01-31', " ~ sql_text(ruleset.time_pattern) ~ ')', {
                'setting': place ~ '.time_pattern',
                'pattern': ruleset.time_pattern,
                'remedy': "a datetime pattern of Spark's, such as yyyy-MM-dd HH:mm:ss",
            }) -%}
        {%- endif -%}
        {%- set substitutions = [] -%}
        {%- for substitution in ruleset.key_substitution | reject('none') -%}{%- do substitutions.append(('.key_substitution', substitution)) -%}{%- endfor -%}
        {%- for operation in ruleset.format -%}
            {%- set field = '.format[' ~ loop.index0 ~ '].substitution' -%}
            {%- for substitution in operation.substitutions -%}{%- do substitutions.append((field, substitution)) -%}{%- endfor -%}
        {%- endfor -%}
        {%- for substitution in substitutions -%}
            {#- Of a pattern that is found in any text Spark says whether it has the group. -#}
            {%- do patterns.setdefault('regexp_extract(\'\', ' ~ sql_text('(?:' ~ substitution[1].pattern ~ ')|') ~ ', ' ~ substitution[1].group ~ ')', {
                'setting': place ~ substitution[0],
                'pattern': substitution[1].text,
                'remedy': 's/regex/replacement/ with a Java regular expression, and in the replacement no group but those it has',
            }) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do check_compiling(patterns) -%}
{%- endmacro %}
