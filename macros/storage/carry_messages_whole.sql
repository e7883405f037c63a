{% macro carry_messages_whole(begins=true) -%}
    {#-
        What a message carries (`message_struct`) stays one column up to the last step of the ledger: of what is read of it there, Spark would
        make columns of their own, and copy each through a sort and two windows. Nor are columns left out of steps that are read several
        times: with fences behind one another (deliveries) Spark 4.1 then counts the wrong ones. Until begins=false.
    -#}
    {%- if execute -%}
        {%- for name, value in {
            'spark.sql.optimizer.nestedSchemaPruning.enabled': 'false',
            'spark.sql.optimizer.expression.nestedPruning.enabled': 'false',
            'spark.sql.optimizer.excludedRules': 'org.apache.spark.sql.catalyst.optimizer.PushdownPredicatesAndPruneColumnsForCTEDef' if has_mode('delivers'),
        }.items() if value -%}
            {%- do set_for_now(name, value, adds=value != 'false') if begins else put_back(name) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}
