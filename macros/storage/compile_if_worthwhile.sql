{% macro compile_if_worthwhile(row_count) -%}
    {#-
        Spark compiles every query to Java, and plans what is left of it anew after each stage. Of the ledger's query each takes
        seconds, more than it saves below resequencer__compile_from rows: those are interpreted, planned once, and need no more than
        two tasks a stage. Holds for the session, until `compile_again`.
    -#}
    {%- if row_count >= settings().compile_from -%}
        {%- do compile_again() -%}
    {%- elif execute -%}
        {%- do run_query('set spark.sql.codegen.wholeStage = false') -%}
        {%- do run_query('set spark.sql.codegen.factoryMode = NO_CODEGEN') -%}
        {%- do run_query('set spark.sql.adaptive.enabled = false') -%}
        {%- do run_query('set spark.sql.shuffle.partitions = 2') -%}
        {%- do run_query('set sparksession.computeOnce = true') -%}
    {%- endif -%}
{%- endmacro %}
