{{ config(materialized='ephemeral') }}

{#- When messages leave where deliveries or actions are followed, and what ends do to those that have not left. -#}
-- depends_on: {{ ref('int_resequencer__counting_on') }}, {{ ref('int_resequencer__ended') }}
{% if has_mode('delivers') %}
with entries as (

    select * from {{ ref('int_resequencer__ended') }}

),

final as (

    -- A number that will not come is passed if all before it have been sent. leaves_at stays the moment at which a message was ready: whether
    -- others came late does not depend on deliveries. given_up_before: places of earlier epochs that nothing has left for.
    select
        * except (
            delivers, sent, ended, is_sent, waits, is_before_end, received_below, received_by_end, is_released, is_ready, is_eligible,
            leaves_us, rejected_as, left_up_to, tail
        ),
        received_by_end as received_below,
        case when ended.moment = ends_at then left_up_to end as left_up_to,
        case when ended.moment = ends_at then tail end as tail,
        case when not is_given_up then rejected_as end as rejected_as,
        case when delivers and is_sent then sent.us else leaves_us end as leaves_us,
        is_ready and not (is_given_up or comes_after_end) as is_ready,
        is_eligible and not comes_after_end as is_eligible,
        case
            when not delivers then is_released
            when kind = 'message' then is_sent
            else is_released and is_before_end
                and coalesce(position < min(case when waits or is_given_up then position end) over (partition by sequence_key, epoch), true)
        end as is_released,
        coalesce(max(case when kind = 'state' then aside.state.given_up_places end) over epochs_up_to_this, 0)
        + coalesce(sum(unused_places) over epochs_before, 0) as given_up_before,
        ended.ended_by,
        ended.moment.us as ended_us
    from entries
    window
        epochs_up_to_this as (
            partition by sequence_key, group_key order by epoch range between unbounded preceding and current row
        ),
        epochs_before as (
            partition by sequence_key, group_key order by epoch range between unbounded preceding and 1 preceding
        )

)
{% else %}
with leaving as (

    select * from {{ ref('int_resequencer__counting_on') }}

),

final as (

    -- Nothing is said of deliveries.
    select
        *,
        cast(null as string) as kept_reason,
        cast(null as bigint) as kept_by,
        false as is_given_up,
        cast(0 as bigint) as given_up_before,
        cast(0 as bigint) as unused_places,
        false as comes_after_end,
        cast(null as string) as ended_by,
        cast(null as bigint) as ended_us
    from leaving

)
{% endif %}

select * from final
