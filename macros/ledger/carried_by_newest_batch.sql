{% macro carried_by_newest_batch(disposition) -%}
    {#- Rows of one carried disposition, of the newest batch: what older ones carried may not be swept away yet. -#}
    select *
    from {{ ref('resequencer__ledger') }}
    where
        disposition = '{{ disposition }}'
        and batch_id = (select batch.number from {{ ref('resequencer__ledger') }} where disposition = 'current')
{%- endmacro %}
