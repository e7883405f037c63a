{% macro heard_type() -%}
    {#-
        What has been reported of a message, whether it has been sent or not: how many attempts that makes, whether the last word is a
        failure that leaves it unsettled, whether all has been said, and whether it was sent again after that (is_again).
    -#}
    {%- do return('struct<attempts: bigint, is_failing: boolean, is_over: boolean, is_again: boolean>') -%}
{%- endmacro %}
