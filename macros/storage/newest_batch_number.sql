{% macro newest_batch_number() -%}
    {#- Number of the newest batch: one row in a partition of its own, whatever the ledger's history. -#}
    (select current.batch.number from {{ ref('resequencer__ledger') }} as current where current.disposition = 'current')
{%- endmacro %}
