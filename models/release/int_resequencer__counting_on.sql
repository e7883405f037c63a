{{ config(materialized='ephemeral') }}

{#- A sequence that begins again goes on counting where its epochs before have stopped. -#}
with leaving as (

    select * from {{ ref('int_resequencer__overflowed') }}

),

{% if _has_epochs() %}
counted as (

    -- One row per entry, with the places that the epochs before it have taken: what their states say, which is of all epochs up to
    -- theirs, and what takes a place in this run. The state of an epoch that has taken places says so itself.
    select
        *,
        case
            when max(case when kind = 'state' then aside.state.last_position end) over whole_epoch > 0 then 0
            else
                coalesce(max(case when kind = 'state' then aside.state.last_position end) over epochs_before, 0)
                + coalesce(
                    sum(
                        case
                            when kind = 'message' and is_released and holds_whole then 1 + stand_ins
                            when kind = 'message' and is_ready and not holds_whole and aside.ready_at is null then 1 + stand_ins
                        end
                    ) over epochs_before, 0
                )
        end as taken_before
    from leaving
    window
        whole_epoch as (partition by sequence_key, group_key, epoch),
        epochs_before as (
            partition by sequence_key, group_key order by epoch
            range between unbounded preceding and 1 preceding
        )

),

final as (

    select
        * except (release_position, taken_before),
        case when aside.release_position is null then release_position + taken_before else release_position end as release_position
    from counted

)
{% else %}
final as (

    select * from leaving

)
{% endif %}

select * from final
