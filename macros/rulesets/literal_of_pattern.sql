{% macro literal_of_pattern(pattern) -%}
    {#- The one text that a pattern such as ^order$ or ^a\.b$ is found in, or none where it is found in others, too. -#}
    {%- set whole = modules.re.fullmatch("\\^((?:[\\w :/@,;=%&~<>#'\"!-]|\\\\[^\\w\\s])+)\\$", pattern | string) -%}
    {%- do return(modules.re.sub('\\\\(.)', '\\1', whole.group(1)) if whole else none) -%}
{%- endmacro %}
