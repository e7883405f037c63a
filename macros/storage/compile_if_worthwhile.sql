{% macro compile_if_worthwhile(row_count) -%}
    {#-
        Spark compiles every query to Java, or interprets it. Compiling one of the ledger's takes seconds, more than it saves below
        resequencer__compile_from rows. Holds for the session, until `compile_again`.
    -#}
    {%- if execute -%}{%- do graph.update({'_resequencer_row_count': row_count}) -%}{%- endif -%}
    {%- if row_count >= settings().compile_from -%}
        {%- do compile_again() -%}
    {%- elif execute -%}
        {%- do set_for_now('spark.sql.codegen.wholeStage', 'false') -%}
        {%- do set_for_now('spark.sql.codegen.factoryMode', 'NO_CODEGEN') -%}
    {%- endif -%}
{%- endmacro %}
