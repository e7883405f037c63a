{% macro hl7_segments(message) -%}
    {#-
        The segments of an HL7 message, an array of texts, as SQL. By the standard they end with a carriage return, in files often with a line feed or
        both. What MLLP puts around a message (a vertical tab, a file separator) is no part of it.
    -#}
    {%- do return('split(regexp_replace(' ~ message ~ ', ' ~ sql_text('\\A[\\s\\x0b\\ufeff]++') ~ ", ''), " ~ sql_text('\\r\\n?|[\\n\\x1c]') ~ ')') -%}
{%- endmacro %}
