{% macro typed_parts(parts) -%}
    {#- The parts of a message in their types, as SQL over what was read of their text. -#}
    transform(
        {{ parts }},
        _part -> named_struct(
            'name', _part.name, 'content', _part.content, 'content_type', _part.content_type,
            'is_body', coalesce(try_cast(_part.is_body as boolean), false)
        )
    )
{%- endmacro %}
