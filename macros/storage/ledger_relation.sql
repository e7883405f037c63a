{% macro ledger_relation() -%}
    {#-
        The ledger as it stands, for steps that come before it and so may not ref() it; no rows where there is none yet, or
        where it is built again. By dbt's graph, so that an alias or another schema is respected.
    -#}
    {%- set ledger = model_relation('resequencer__ledger') -%}
    {%- do return(ledger if ledger is not none else '(select ' ~ ledger_row({}) ~ ' where false)') -%}
{%- endmacro %}
