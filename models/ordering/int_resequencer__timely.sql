{{ config(materialized='ephemeral') }}

{#- Numbers without gaps: which messages came in time, the highest number first. -#}
with admitted as (

    select * from {{ ref('int_resequencer__starting') }}
    where kernel = 'contiguous'

),

baking as (

    -- One row per entry, with the moment at which it has baked; without a bake time of its own (T = 0) that is its own.
    select
        *,
        {% if bakes_at_arrivals() -%}
        -- Of an epoch that ends as its sender begins again, all that is held bakes then; what a gap too large had kept, once that is filled.
        coalesce(
            case when is_eligible and coalesce(position <= last.position, true) then aside.closes_at end,
            case when aside.resumes_at.us = bakes_us then aside.resumes_at end,
            case when bakes_us = came_at.us then came_at end, {{ moment_of_timer('bakes_us') }}
        ) as bakes_at
        {%- else -%}
        coalesce(case when bakes_us = came_at.us then came_at end, {{ moment_of_timer('bakes_us') }}) as bakes_at
        {%- endif %}
    from admitted

),

compared as (

    -- One row per entry, with what stands above it: min{ bakes_j : k_j > k }, and since when. was_met: its number came in an earlier run.
    select
        *,
        case when height is not null then min(bakes_at) over above end as above_baked_at,
        case
            when height is not null then min(case when is_reaching then coalesce(aside.baking_since_us, came_at.us) end) over above
        end as above_us,
        last(case when is_eligible then position end) ignore nulls over above as earlier_position,
        last(case when is_eligible and (kind = 'message' or aside.was_met) then position end) ignore nulls over above as earlier_message
    from baking
    window
        above as (
            partition by sequence_key, group_key, epoch, kernel order by height desc nulls first, dedupe_id asc, came_at asc
            rows between unbounded preceding and 1 preceding
        )

),

judged as (

    -- One row per entry, with whether it is the first of its number, and late:
    -- late(k)  <=>  min{ bakes_j : k_j > k }  <  came(k)
    select
        * except (bakes_us, bakes_at, above_baked_at, above_us, height, earlier_position, earlier_message),
        is_eligible and earlier_position is distinct from position as is_first,
        is_eligible and kind = 'message' and earlier_message is distinct from position as is_first_to_come,
        is_eligible and coalesce(above_baked_at < came_at, false) and coalesce(position > threshold, true) as is_late,
        least(above_baked_at.us, {{ 'bakes_at.us' if bakes_at_arrivals() else 'bakes_us' }}) as baked_us,
        {% if bakes_at_arrivals() -%}
        least(above_baked_at, bakes_at) as baked_at,
        {% endif -%}
        least(above_us, case when is_reaching then coalesce(aside.baking_since_us, came_at.us) end) as reached_us
    from compared

),

final as (

    -- One row per entry, with whether it is in line.
    select
        *,
        is_first and not is_late and coalesce(position > threshold, true) as is_in_line
    from judged

)

select * from final
