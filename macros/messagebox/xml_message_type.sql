{% macro xml_message_type(column) -%}
    {#-
        The message type of an XML text, as SQL: namespace#root, or root where it has no namespace; null of what is no XML. Spark's own xpath
        stops the run over that, and knows no namespaces. The root's tag is found behind a byte order mark, declaration, instructions,
        comments and DOCTYPE; then its namespace, in the tag. All quantifiers are possessive: no text makes a pattern recurse or turn back.
    -#}
    {%- set name = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\u00b7-]*+' -%}
    {%- set quoted = '(?:"[^"<]*+"|\'[^\'<]*+\')' -%}
    {%- set attribute = '\\s++' ~ name ~ '(?::' ~ name ~ ')?+\\s*+=\\s*+' ~ quoted -%}
    {%- set tag = xml_prolog_pattern() ~ '(<' ~ name ~ '(?::' ~ name ~ ')?+(?:' ~ attribute ~ ')*+\\s*+/?+>)' -%}
    {#- Of a tag: with a prefix that it declares, with a namespace by default, with none. What is left over has a prefix that nothing declares. -#}
    {%- set value = '(?:"([^"]++)"|\'([^\']++)\')' -%}
    {%- set prefixed = '(?s)\\A<(' ~ name ~ '):(' ~ name ~ ')(?:(?!\\s++xmlns:\\1\\s*+=)' ~ attribute ~ ')*+\\s++xmlns:\\1\\s*+=\\s*+' ~ value ~ '.*+\\z' -%}
    {%- set by_default = '(?s)\\A<(' ~ name ~ ')(?!:)(?:(?!\\s++xmlns\\s*+=)' ~ attribute ~ ')*+\\s++xmlns\\s*+=\\s*+' ~ value ~ '.*+\\z' -%}
    {%- set plain = '(?s)\\A<(' ~ name ~ ')(?!:).*+\\z' -%}
    {%- set found = namespace(sql='regexp_extract(' ~ column ~ ', ' ~ sql_text(tag) ~ ', 1)') -%}
    {%- for pattern, put in [(prefixed, '$3$4#$2'), (by_default, '$2$3#$1'), (plain, '$1'), ('(?s)\\A<.*+\\z', '')] -%}
        {%- set found.sql = 'regexp_replace(' ~ found.sql ~ ', ' ~ sql_text(pattern) ~ ", '" ~ put ~ "')" -%}
    {%- endfor -%}
    {%- for name, character in [('lt', "'<'"), ('gt', "'>'"), ('quot', "'\"'"), ('apos', 'char(39)'), ('amp', "'&'")] -%}
        {%- set found.sql = 'replace(' ~ found.sql ~ ", '&" ~ name ~ ";', " ~ character ~ ')' -%}
    {%- endfor -%}
    {%- do return('nullif(' ~ found.sql ~ ", '')") -%}
{%- endmacro %}
