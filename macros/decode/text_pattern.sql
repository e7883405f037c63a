{% macro text_pattern() -%}
    {#- The pattern of a text in Spark SQL, as a regular expression of Python: 'it\'s', "so", r'raw\'. -#}
    {%- do return("(?<!\\w)[rR](?:'[^']*'|\"[^\"]*\")|'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"") -%}
{%- endmacro %}
