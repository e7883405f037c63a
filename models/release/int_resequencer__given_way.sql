{{ config(materialized='ephemeral') }}

{#- An epoch that ends because its sender begins again (restart): what it holds as a whole (hold) is given up. -#}
with delivered as (

    select * from {{ ref('int_resequencer__delivered') }}

),

{% if has_mode('restarts') %}
judged as (

    -- One row per entry. All else that its epoch held has left by then (int_resequencer__timely).
    select
        * except (is_released, is_ready),
        coalesce(
            kind = 'message' and holds_whole and stands and not is_given_up and aside.ends_at is not null and not coalesce(leaves_at < aside.ends_at, false), false
        ) as gives_way,
        is_released,
        is_ready
    from delivered

),

final as (

    select
        * except (gives_way, is_released, is_ready, is_given_up, ended_by, ended_us),
        is_released and not gives_way as is_released,
        is_ready and not gives_way as is_ready,
        is_given_up or gives_way as is_given_up,
        case when gives_way then 'restart' else ended_by end as ended_by,
        case when gives_way then coalesce(ended_us, aside.ends_at.us) else ended_us end as ended_us
    from judged

)
{% else %}
final as (

    select * from delivered

)
{% endif %}

select * from final
