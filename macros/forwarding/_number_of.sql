{% macro _number_of(node) -%}
    {#-
        A value as a number, as SQL: `whole`, a bigint, null where it is no whole number (none: it never is), and `real`,
        a double; both null where a text is no number. So whole numbers are exact, and divided as C# divides them.
    -#}
    {%- if node.kind in ['property', 'text'] -%}
        {#- Spark would read 1d, NaN and Infinity, too. -#}
        {%- set pattern = '^\\s*([+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?)\\s*$' -%}
        {%- do return({
            'kind': 'number',
            'whole': 'try_cast(' ~ node.sql ~ ' as bigint)',
            'real': 'try_cast(regexp_extract(' ~ node.sql ~ ', ' ~ sql_text(pattern) ~ ', 1) as double)',
        }) -%}
    {%- elif node.kind != 'number' -%}
        {%- do return({'kind': 'number', 'whole': none, 'real': 'cast(null as double)'}) -%}
    {%- endif -%}
    {%- do return(node) -%}
{%- endmacro %}
