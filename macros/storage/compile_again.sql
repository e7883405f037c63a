{% macro compile_again() -%}
    {#- Queries are compiled again as the session has it by itself. -#}
    {%- if execute and settings().compile_from > 0 -%}
        {%- do put_back('spark.sql.codegen.wholeStage') -%}
        {%- do put_back('spark.sql.codegen.factoryMode') -%}
    {%- endif -%}
{%- endmacro %}
