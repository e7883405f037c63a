{% macro format_faults(step) -%}
    {#- The fields over which Spark raises in one step of formatting, as SQL: an array of {field, detail}. -#}
    {%- set branches = {} -%}
    {%- for ruleset in settings().rulesets -%}
        {%- set faults = [] -%}
        {%- for field, value in format_values(ruleset, step).items() -%}
            {%- set detail = (('set_properties.' ~ field) if step == 'set' else 'format[' ~ step ~ ']') ~ ' cannot be computed: Spark raises an error over it' -%}
            {%- do faults.append('case when ' ~ raises(value) ~ " then named_struct('field', " ~ sql_text(field) ~ ", 'detail', " ~ sql_text(detail) ~ ') end') -%}
        {%- endfor -%}
        {%- if faults -%}
            {%- do branches.setdefault('array_compact(array(' ~ faults | join(', ') ~ '))', []).append(sql_text(ruleset.name)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do return('case ' ~ ruleset_arms(branches) ~ " else cast(array() as array<struct<field: string, detail: string>>) end") -%}
{%- endmacro %}
