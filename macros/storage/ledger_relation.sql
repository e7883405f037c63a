{% macro ledger_relation(for_rebuild=false) -%}
    {#-
        The ledger as it stands, for steps that come before it and so may not ref() it; no rows where there is none yet. A rebuild
        takes up nothing of it, which may be of another version, but its batches (`for_rebuild`). By dbt's graph, so that an alias
        or another schema is respected.
    -#}
    {%- set ledger = model_relation('resequencer__ledger') if for_rebuild or not flags.FULL_REFRESH else none -%}
    {%- do return(ledger if ledger is not none else '(select ' ~ ledger_row({}) ~ ' where false) as ledger') -%}
{%- endmacro %}
