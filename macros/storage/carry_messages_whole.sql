{% macro carry_messages_whole(begins=true) -%}
    {#-
        What a message carries (`message_struct`) stays one column up to the last step of the ledger's page: of what is read of
        it there, Spark would make columns of their own, and copy each through a sort and two windows. Until begins=false.
    -#}
    {%- if execute -%}
        {%- for name in ['spark.sql.optimizer.nestedSchemaPruning.enabled', 'spark.sql.optimizer.expression.nestedPruning.enabled'] -%}
            {%- do run_query('set ' ~ name ~ ' = false' if begins else 'reset ' ~ name) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}
