{% macro is_sent_before(row, ended) -%}
    {#- Whether a row of int_resequencer__sent is sent before its epoch is ended (`ended`: null, not at all). At the moment of a failure that ends it, what stands before the failed message. -#}
    coalesce({{ ended }} is null or {{ row }}.sent < {{ ended }}.moment or ({{ row }}.sent = {{ ended }}.moment and {{ row }}.turn <= {{ ended }}.turn), false)
{%- endmacro %}
