{% macro exact_row(text, fields) -%}
    {#-
        A JSON object in a text as a struct of `fields` (name and type: texts, and maps of texts), as SQL, with each number as it was sent
        (exact_map). Null where it is no object.
    -#}
    {%- set has_numbers = numbers_to_mark(text) -%}
    transform(
        array(named_struct(
            'row', from_json(case when {{ has_numbers }} then {{ marked(text) }} else {{ text }} end, {{ sql_text(_struct_type(fields)) }}),
            'is_marked', {{ has_numbers }}
        )),
        _read -> case
            when not _read.is_marked or _read.row is null then _read.row
            else named_struct(
                {%- for field, type in fields.items() %}
                {{ sql_text(field.strip('`')) }},
                {%- if type == 'string' %} {{ unmarked('_read.row.' ~ field) | trim }}
                {%- else %} transform_values(_read.row.{{ field }}, (_name, _value) -> {{ unmarked('_value') | trim }})
                {%- endif -%}{{ ',' if not loop.last }}
                {%- endfor %}
            )
        end
    )[0]
{%- endmacro %}
