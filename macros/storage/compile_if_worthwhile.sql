{% macro compile_if_worthwhile(row_count) -%}
    {#-
        Spark compiles every query to Java, and plans what is left of it anew after each stage. Of the ledger's query each takes
        seconds, more than it saves below resequencer__compile_from rows: those are interpreted, planned once, and need no more than
        two tasks a stage. Holds for the session, until `compile_again`.
    -#}
    {%- if row_count >= settings().compile_from -%}
        {%- do compile_again() -%}
    {%- elif execute -%}
        {%- do set_for_now('spark.sql.codegen.wholeStage', 'false') -%}
        {%- do set_for_now('spark.sql.codegen.factoryMode', 'NO_CODEGEN') -%}
        {%- do set_for_now('spark.sql.adaptive.enabled', 'false') -%}
        {%- do set_for_now('spark.sql.shuffle.partitions', '2') -%}
        {%- do set_for_now('sparksession.computeOnce', 'true') -%}
    {%- endif -%}
{%- endmacro %}
