{% macro rejection(reason, detail, outlet='failure') -%}
    {#- Why a message is not ordered: the outlet it goes to, the reason, and in `detail` (SQL) what exactly is wrong. -#}
    struct('{{ outlet }}' as outlet, {{ sql_text(reason) }} as reason, {{ detail }} as detail)
{%- endmacro %}
