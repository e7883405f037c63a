{{ config(materialized='ephemeral') }}

-- depends_on: {{ ref('int_resequencer__batch') }}
{#-
    Of an existing table, the rows that a batch has found at or below the position of the run before it. Two rows that are equal cannot be
    told apart, and need not be: of so many, so many were found.
-#}
{%- set batch = current_batch() %}

with routed as (

    select * from {{ ref('int_resequencer__routed') }}

),

{% if batch.get('looks_back') %}
overlooked as (

    -- What this batch finds: so many more of a row than there were.
    select * from {{ overlooked_rows(batch, 'routed') }}

),

recorded as (

    -- What former batches have found.
    select
        *,
        row_number() over (partition by intake, fingerprint order by number asc) as copy
    from {{ recorded_finds(batch) }} as finds

),

positions as (

    select intake from overlooked
    union
    select intake from recorded

),

there as (

    -- The rows at these positions. A fingerprint is that of the row as it lies there, whichever way it is decoded.
    select
        *,
        row_number() over (partition by intake, place order by fingerprint asc) as equal_copy,
        row_number() over (partition by intake, fingerprint order by place asc) as copy
    from (
        select
            routed.*,
            md5(routed.raw_record) as fingerprint
        from routed
        left semi join positions on routed.intake = positions.intake
        where {{ found_at(batch) }}
    ) as fingerprinted

),

{% endif %}
final as (

    select
        routed.*,
        cast(null as string) as fingerprint,
        cast(null as bigint) as found_by,
        false as is_missed
    from routed
    {% if batch.get('looks_back') %}
    left anti join positions on routed.intake = positions.intake
    union all
    select
        there.* except (equal_copy, copy),
        coalesce(recorded.number, case when not overlooked.is_missed then {{ batch.number }} end) as found_by,
        recorded.number is null and coalesce(overlooked.is_missed, false) as is_missed
    from there
    left join recorded
        on there.intake = recorded.intake and there.fingerprint = recorded.fingerprint and there.copy = recorded.copy
    left join overlooked
        on there.intake = overlooked.intake and there.place = overlooked.place and there.equal_copy > overlooked.known_count
    {% endif %}

)

select * from final
