{% macro parsed_records(text, fields) -%}
    {#-
        What Spark reads of a raw record: an array with the record as a struct of its fields, all as text, and an empty one; null
        where it cannot be read. Between brackets, because Spark reads an array strictly to its end but forgives what
        follows an object: two records on one line, or a tail of rubbish, must not pass as one good record. The empty
        object is missing where the record itself closes the bracket.
    -#}
    {%- set types = [] -%}
    {%- set spelled = [] -%}
    {#- Spark tells fields apart by case when it reads them, not when they are named: of two such names field_text reads both. -#}
    {%- for name in text_names(fields) if name | lower not in spelled -%}
        {%- do spelled.append(name | lower) -%}
        {%- do types.append(quoted_name(name) ~ ':string') -%}
    {%- endfor -%}
    from_json(concat('[', {{ text }}, ',{}]'), {{ sql_text('array<struct<' ~ types | join(',') ~ '>>') }}, {{ json_options() }})
{%- endmacro %}
