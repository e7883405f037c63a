{% macro signature_of(parts) -%}
    {#- What a group is filed by (filed_by), without the values, as JSON; '' where it is tried on every message. -#}
    coalesce(to_json(nullif(transform({{ parts }}, part -> struct(part.property, part.type)), array())), '')
{%- endmacro %}
