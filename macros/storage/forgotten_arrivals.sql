{% macro forgotten_arrivals() -%}
    {#- The intake position up to which batches have been forgotten; below every position while none has. -#}
    (
        select if(min(batch.number) = 1, -9223372036854775808, min(batch.arrivals_from))
        from {{ ref('resequencer__ledger') }}
        where disposition = 'batch'
    )
{%- endmacro %}
