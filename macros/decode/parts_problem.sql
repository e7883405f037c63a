{% macro parts_problem(text, parts) -%}
    {#- What is wrong with the parts of a message, as SQL over their text and what was read of it; null: nothing. -#}
    {%- set is_no_flag = '_part -> _part.is_body is not null and try_cast(_part.is_body as boolean) is null' -%}
    case
        when {{ text }} is null then cast(null as string)
        when {{ parts }} is null or exists({{ parts }}, _part -> _part is null)
            then concat('parts are no list of objects: ', left({{ text }}, 200))
        when size({{ parts }}) = 0 then 'parts are an empty list'
        when exists({{ parts }}, {{ is_no_flag }})
            then concat('is_body of a part is neither true nor false: ', left(filter({{ parts }}, {{ is_no_flag }})[0].is_body, 200))
        when size(filter({{ parts }}, _part -> try_cast(_part.is_body as boolean))) > 1 then 'more than one of the parts is flagged as body'
    end
{%- endmacro %}
