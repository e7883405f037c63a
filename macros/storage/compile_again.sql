{% macro compile_again() -%}
    {#- Queries are compiled and planned again as the session has it by itself. -#}
    {%- if execute and settings().compile_from > 0 -%}
        {%- do run_query('reset spark.sql.codegen.wholeStage') -%}
        {%- do run_query('reset spark.sql.codegen.factoryMode') -%}
        {%- do run_query('reset spark.sql.adaptive.enabled') -%}
        {%- do run_query('reset spark.sql.shuffle.partitions') -%}
        {%- do run_query('reset sparksession.computeOnce') -%}
    {%- endif -%}
{%- endmacro %}
