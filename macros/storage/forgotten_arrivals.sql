{% macro forgotten_arrivals() -%}
    {#- The intake position up to which batches have been forgotten; below every position while none has. -#}
    (
        select if(min(known.batch.number) = 1, -9223372036854775808, min(known.batch.arrivals_from))
        from {{ ref('resequencer__ledger') }} as known
        where known.disposition = 'batch'
    )
{%- endmacro %}
