{% macro as_utc_timestamp(expression, type='string') -%}
    {#-
        A timestamp from text, or from a type of Spark's; what has no zone is UTC, whatever the session's
        time zone is. What cannot be read is null.
    -#}
    {%- if type == 'timestamp' -%}
        {{- expression -}}
    {%- elif type != 'string' -%}
        {{- as_utc_timestamp('cast(' ~ expression ~ ' as string)') -}}
    {%- else -%}
        try_cast(
            case
                when trim({{ expression }}) rlike '^[0-9]{4,6}-[0-9]{1,2}-[0-9]{1,2}$' then concat(trim({{ expression }}), 'T00:00:00Z')
                when {{ expression }} rlike '-[0-9]{1,2}[T ][0-9]{1,2}:[0-9]{2}.*([Zz]|[+-][0-9]{1,2}(:?[0-9]{2})*|[A-Za-z]{2,}(/[A-Za-z_]+)*)\\s*$' then trim({{ expression }})
                when {{ expression }} rlike '-[0-9]{1,2}[T ][0-9]{1,2}:[0-9]{2}' then concat(trim({{ expression }}), 'Z')
            end as timestamp
        )
    {%- endif -%}
{%- endmacro %}
