{% macro version_retention() -%}
    {#- How long Delta keeps what is needed to read old versions of a table, as it writes intervals. -#}
    {%- do return('interval ' ~ duration_us('resequencer__keep_versions', var('resequencer__keep_versions', '1d')) // 1000000 ~ ' seconds') -%}
{%- endmacro %}
