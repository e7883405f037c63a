{% macro compile_again() -%}
    {#- Queries are compiled again, or not, as the session has it by itself. -#}
    {%- if execute and settings().compile_from > 0 -%}
        {%- do run_query('reset spark.sql.codegen.wholeStage') -%}
        {%- do run_query('reset spark.sql.codegen.factoryMode') -%}
    {%- endif -%}
{%- endmacro %}
