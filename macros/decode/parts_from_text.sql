{% macro parts_from_text(text) -%}
    {#-
        The parts of a message from their JSON text, as SQL: structs of texts. Null where that is no list of objects. Between brackets, because
        Spark forgives what follows a list: the empty one behind it makes two. Numbers are kept as they were sent.
    -#}
    {%- set has_numbers = numbers_to_mark(text) -%}
    case
        when {{ text }} is not null
            then transform(
                array(named_struct(
                    'lists', from_json(
                        concat('[', case when {{ has_numbers }} then {{ marked(text) }} else {{ text }} end, ',[]]'),
                        'array<array<struct<name:string,content:string,content_type:string,is_body:string>>>',
                        map('mode', 'PERMISSIVE')
                    ),
                    'has_numbers', {{ has_numbers }}
                )),
                _read -> case
                    when not startswith(ltrim(' \t\r\n', {{ text }}), '[') or size(_read.lists) <> 2 then null
                    when not _read.has_numbers then _read.lists[0]
                    else transform(
                        _read.lists[0],
                        _part -> case
                            when _part is not null
                                then named_struct(
                                    'name', {{ unmarked('_part.name') | trim }},
                                    'content', {{ unmarked('_part.content') | trim }},
                                    'content_type', {{ unmarked('_part.content_type') | trim }},
                                    'is_body', {{ unmarked('_part.is_body') | trim }}
                                )
                        end
                    )
                end
            )[0]
    end
{%- endmacro %}
