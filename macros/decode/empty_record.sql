{% macro empty_record(fields) -%}
    {#- A relation of no rows with the fields of a record: what expressions are checked against. -#}
    {%- if settings().arrivals_relation is not none -%}
        {%- do return('(select *, cast(null as string) as _raw from ' ~ settings().arrivals_relation ~ ' limit 0)') -%}
    {%- endif -%}
    {%- set columns = ['cast(null as string) as _raw', 'cast(null as string) as _raw_file'] -%}
    {%- for name in fields -%}
        {%- do columns.append('cast(null as ' ~ fields[name] ~ ') as ' ~ quoted_name(name)) -%}
    {%- endfor -%}
    {%- do return('(select ' ~ columns | join(', ') ~ ' limit 0)') -%}
{%- endmacro %}
