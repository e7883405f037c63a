{% macro _match_setting(setting, value) -%}
    {#- Lists of groups of patterns: within a group all match, across groups any. -#}
    {%- set match = {'properties': [], 'not_properties': [], 'body': [], 'not_body': []} -%}
    {%- if value is none -%}
        {%- do return(match) -%}
    {%- endif -%}
    {%- if value is not mapping -%}
        {%- do setting_error(setting, 'is not a mapping', match | join(', ')) -%}
    {%- endif -%}
    {%- for field in value -%}
        {%- if field not in match -%}
            {%- do _unknown_name_error(setting, field, match | list) -%}
        {%- endif -%}
        {%- set groups = value[field] -%}
        {%- if groups is string or groups is mapping or groups is not iterable -%}
            {%- do setting_error(setting ~ '.' ~ field, 'is not a list', 'a list of groups' ~ (', each a mapping from property to regular expression' if field in ['properties', 'not_properties'] else ', each a list of regular expressions')) -%}
        {%- endif -%}
        {%- for group in groups -%}
            {%- if field in ['properties', 'not_properties'] -%}
                {%- if group is not mapping or not group -%}
                    {%- do setting_error(setting ~ '.' ~ field ~ '[' ~ loop.index0 ~ ']', 'is not a mapping', "property: regular expression, such as {type: '^order$'}") -%}
                {%- endif -%}
            {%- elif group is string or group is mapping or group is not iterable or not group -%}
                {%- do setting_error(setting ~ '.' ~ field ~ '[' ~ loop.index0 ~ ']', 'is not a list', "regular expressions, such as ['urgent']") -%}
            {%- endif -%}
            {%- if none in (group.values() if group is mapping else group) -%}
                {%- do setting_error(setting ~ '.' ~ field ~ '[' ~ loop.index0 ~ ']', 'has an empty pattern', "a regular expression; '' is found in every value, also in an empty one") -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do match.update({field: groups}) -%}
    {%- endfor -%}
    {%- do return(match) -%}
{%- endmacro %}
