{% macro matches_ruleset(match) -%}
    {#-
        Whether a message is one of a ruleset's: within a group all patterns are found, across groups any;
        a missing property is not found. No groups: every message.
    -#}
    {%- set conditions = [] -%}
    {%- for field in match if match[field] -%}
        {%- set groups = [] -%}
        {%- for group in match[field] -%}
            {%- set found = [] -%}
            {%- if group is mapping -%}
                {%- for name in group -%}
                    {%- do found.append('coalesce(' ~ matched_value(name) ~ ' rlike ' ~ sql_text(group[name]) ~ ', false)') -%}
                {%- endfor -%}
            {%- else -%}
                {%- for pattern in group -%}
                    {%- do found.append('coalesce(body rlike ' ~ sql_text(pattern) ~ ', false)') -%}
                {%- endfor -%}
            {%- endif -%}
            {%- do groups.append('(' ~ found | join(' and ') ~ ')') -%}
        {%- endfor -%}
        {%- do conditions.append(('not ' if field.startswith('not_') else '') ~ '(' ~ groups | join(' or ') ~ ')') -%}
    {%- endfor -%}
    {%- do return(conditions | join(' and ') if conditions else 'true') -%}
{%- endmacro %}
