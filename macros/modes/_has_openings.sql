{% macro _has_openings() -%}
    {#- Whether sequences may begin again of which nothing else is followed message by message (int_resequencer__openings). -#}
    {%- set groups = order_groups().values() | rejectattr('follows') | list -%}
    {%- do return(groups | selectattr('reopens') | list | length > 0 or (_has_resets() and groups | length > 0)) -%}
{%- endmacro %}
