{% macro raised(column, fields) -%}
    {#- What is to be said where Spark raised over the expression of a canonical column: which, and of what; null where it did not. -#}
    {%- set expression = settings().columns[column] -%}
    {%- set names = [] -%}
    {%- for name in spoken_fields(fields, column) -%}{%- do names.append(quoted_name(name)) -%}{%- endfor -%}
    case
        when _is_readable and _tried_{{ column }} is null and try_add(date'1970-01-01', cast(({{ expression }}) is null as int)) is null
            then concat(
                {{ sql_text(column ~ ' cannot be computed: Spark raises an error over ' ~ expression) }}
                {%- if names %},
                coalesce(left(concat(', where ', cast(try_to_binary(to_json(struct({{ names | join(', ') }})), 'utf-8') as string)), 300), '')
                {%- endif %}
            )
    end
{%- endmacro %}
