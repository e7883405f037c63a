{% macro records_as_variants(records) -%}
    {#- Records (a query of `value`) with each that is JSON, and has no field twice, as a variant, `record`; and with how many brackets it opens. -#}
    {%- do return(
        "(select value, try_parse_json(value) as record, length(value) - length(translate(value, '{[', '')) as bracket_count from ("
        ~ records ~ ') where is_valid_utf8(value))'
    ) -%}
{%- endmacro %}
