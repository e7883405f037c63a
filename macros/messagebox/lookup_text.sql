{% macro lookup_text(type, value) -%}
    {#- A value as messages look it up: two values of a type are equal where these texts are. `type` is SQL. -#}
    case {{ type }}
        {% for name in comparable_types() | reject('equalto', 'text') -%}
        when '{{ name }}' then {{ lookup_text_of(name, value) }}
        {% endfor -%}
        else {{ value }}
    end
{%- endmacro %}
