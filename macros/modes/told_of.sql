{% macro told_of(told, message, ready_at='null', reason='null', settles='0', was_held='false') -%}
    {#- In the fold of int_resequencer__linked: what it has told, and one thing more of a message (row told), as SQL. -#}
    array_append({{ told }}, cast(struct({{ message }}.came_at, {{ ready_at }}, {{ reason }}, {{ settles }}, {{ was_held }}) as {{ row_type('told') }}))
{%- endmacro %}
