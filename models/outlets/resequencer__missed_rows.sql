{%- set by_partition = settings().landing.format == 'table' -%}
{%- set arrivals = ref('resequencer__arrivals') if by_partition else none -%}

with missed as (

    {% if by_partition %}
    -- Rows that were copied here have been missed by the ingest of the same manifest row.
    select
        missed.cursor as intake,
        manifest.file_modified_at as seen_at
    from {{ arrivals }} as missed
    inner join {{ arrivals }} as manifest on missed.intake = manifest.intake and manifest.kind = 'file'
    where {{ is_missed_still(arrivals, 'missed') }}
    {% else %}
    select
        intake,
        settled_at as seen_at
    from {{ ref('resequencer__ledger') }}
    where disposition = 'missed'
    {% endif %}

),

final as (

    select
        {{ cursor_text('intake') }} as cursor,
        count(*) as count,
        min(seen_at) as first_seen_at
    from missed
    group by intake

)

select * from final
