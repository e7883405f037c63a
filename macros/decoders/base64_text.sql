{% macro base64_text(text) -%}
    {#- What a text in Base64 says, as SQL of a text: the text itself where that is no text of UTF-8. -#}
    {%- do return(with_value('_encoded', text, "coalesce(try_validate_utf8(cast(try_to_binary(_encoded, 'base64') as string)), _encoded)")) -%}
{%- endmacro %}
