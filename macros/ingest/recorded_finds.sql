{% macro recorded_finds(batch) -%}
    {#-
        The rows that former batches have found late, as a query: intake, fingerprint, number of the batch that takes them in; what a rebuild
        and a batch of before have to know. What was missed a rebuild takes in itself, and no batch of before does.
    -#}
    (
        select
            intake,
            detail as fingerprint,
            case disposition when 'found' then batch_id else {{ batch.missed_by }} end as number
        from {{ ledger_relation(for_rebuild=true) }}
        where {{ "disposition in ('found', 'missed')" if batch.has_finds else 'false' }}
    )
{%- endmacro %}
