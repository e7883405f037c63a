{% macro compile_if_worthwhile(row_count) -%}
    {#-
        Spark compiles every query to Java, or interprets it. Compiling one of the ledger's takes seconds, more than it saves below
        resequencer__compile_from rows; and there it takes longer to plan a step again for each of its readers than to keep its rows
        (`-- computed once`). Holds for the session, until `compile_again`.
    -#}
    {%- if row_count >= settings().compile_from -%}
        {%- do compile_again() -%}
    {%- elif execute -%}
        {%- do set_for_now('spark.sql.codegen.wholeStage', 'false') -%}
        {%- do set_for_now('spark.sql.codegen.factoryMode', 'NO_CODEGEN') -%}
        {%- do set_for_now('sparksession.computeOnce', 'true') -%}
    {%- endif -%}
{%- endmacro %}
