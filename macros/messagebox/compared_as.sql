{% macro compared_as(type, value) -%}
    {#- A text as what it is compared as, by the type of a predicate's value: number, time, boolean or text. Null where it is none of the kind. -#}
    {%- if type == 'number' -%}
        {{- as_exact_decimal(value) -}}
    {%- elif type == 'time' -%}
        {{- 'unix_micros(' ~ as_utc_timestamp(value) ~ ')' -}}
    {%- elif type == 'boolean' -%}
        case lower({{ value }}) when 'true' then true when 'false' then false end
    {%- else -%}
        {{- value -}}
    {%- endif -%}
{%- endmacro %}
