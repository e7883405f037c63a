{% macro hl7_messages(text) -%}
    {#-
        The HL7 v2 messages in a text, an array of texts in their order, as SQL: of a batch file (FHS, BHS, BTS, FTS around them), of several frames of
        MLLP, or of one message. They begin with MSH; without what stands around them. What is no message stays a text of its own, so that
        it is a failure and not lost.
    -#}
    {#- At the begin of a segment: of the text, or behind the end of one, or within a frame. -#}
    {%- set begin = '(?<![^\\r\\n\\x0b\\x1c])' -%}
    {%- set around = begin ~ '(?:FHS|BHS|BTS|FTS)(?![A-Za-z0-9])[^\\r\\n\\x1c]*+' -%}
    {%- set between = '\\x1c|' ~ begin ~ '(?=MSH[^A-Za-z0-9\\s])' -%}
    {%- set pieces = 'split(regexp_replace(' ~ text ~ ', ' ~ sql_text(around) ~ ", ''), " ~ sql_text(between) ~ ')' -%}
    {%- set ends = sql_text('\\A[\\s\\x0b\\ufeff]++|[\\s\\x0b]++\\z') -%}
    {%- do return('filter(transform(' ~ pieces ~ ', _hl7_piece -> regexp_replace(_hl7_piece, ' ~ ends ~ ", '')), _hl7_piece -> _hl7_piece <> '')") -%}
{%- endmacro %}
