{% macro lookup_text_of(type, value) -%}
    {#- As lookup_text, of a type that is known; or of `pieces of <length>`, the piece in which a number lies. -#}
    {%- if type.startswith('pieces of ') -%}
        {%- do return('cast(' ~ piece_of(compared_as('number', value), type.split(' ') | last) ~ ' as string)') -%}
    {%- endif -%}
    {%- do return(value if type == 'text' else 'cast(' ~ compared_as(type, value) ~ ' as string)') -%}
{%- endmacro %}
