{% macro has_fraction(text) -%}
    {#- Whether a JSON text has a number with a fraction or an exponent, as SQL. A colon between digits stands in a time. -#}
    {%- do return(text ~ " rlike '[:\\\\[,](?<![0-9]:)\\\\s*+-?+(?:0|[1-9][0-9]*+)[.eE]'") -%}
{%- endmacro %}
